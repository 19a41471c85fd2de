// Runs before each command (npm's "pre" scripts) and says in one sentence why it cannot work, before it fails in many.
import { obstacle } from "./requirements.mjs";

const reason = obstacle();
if (reason) {
  console.error(reason);
  process.exit(1);
}
