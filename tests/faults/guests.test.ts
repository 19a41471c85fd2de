import { GUEST_JOURNEYS } from "./journeys/guests";
import { testFaults } from "./support/enumerate";

testFaults(...GUEST_JOURNEYS);
