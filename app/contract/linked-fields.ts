import type { RoleField } from "./profile-fields";

/** Fields of a profile that are saved together, since one decides what another may be. A draft restores all or none of them. */
export const LINKED_FIELDS: readonly (readonly RoleField[])[] = [
  ["dob", "guardianAgree"],
  ["educationLevel", "subLevel", "majorField"],
];
