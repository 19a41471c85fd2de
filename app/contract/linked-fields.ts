import type { RoleField } from "./profile-fields";

/** Fields of a profile that are saved together, since one decides what another may be. A draft loses all of them when one has changed since. */
export const LINKED_FIELDS: readonly (readonly RoleField[])[] = [
  ["dob", "guardianAgree"],
  ["educationLevel", "subLevel", "majorField"],
];
