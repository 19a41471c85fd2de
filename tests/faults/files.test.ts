import { FILE_JOURNEYS } from "./journeys/files";
import { testFaults } from "./support/enumerate";

testFaults(...FILE_JOURNEYS);
