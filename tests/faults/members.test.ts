import { MEMBER_JOURNEYS } from "./journeys/members";
import { testFaults } from "./support/enumerate";

testFaults(...MEMBER_JOURNEYS);
