import { SECOND_FACTOR_JOURNEYS } from "./journeys/second-factor";
import { testFaults } from "./support/enumerate";

testFaults(...SECOND_FACTOR_JOURNEYS);
