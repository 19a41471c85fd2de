// Runs before each command (npm's "pre" scripts). Stops it with one clear sentence when a requirement is missing.
import { missingRequirement } from "./requirements.mjs";

const message = missingRequirement();
if (message) {
  console.error(message);
  process.exit(1);
}
