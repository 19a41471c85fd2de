// The backend with the API key, for preparations and checks.
import { admin } from "../../worker/support/uploads";

let created: ReturnType<typeof admin> | undefined;

/** The backend without faults. */
export function backend(): ReturnType<typeof admin> {
  created ??= admin();
  return created;
}

/** Call it when the storage was emptied: the embedded backend has another key then. */
export function forgetBackend(): void {
  created = undefined;
}
