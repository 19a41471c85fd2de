import type { RoleField } from "./profile-fields";

/** Fields of a profile that are saved together, since one decides what another may be. When one has changed since a draft was stored, the draft loses the whole group. */
export const LINKED_FIELDS: readonly (readonly RoleField[])[] = [
  ["dob", "guardianAgree"],
  ["educationLevel", "subLevel", "majorField"],
];
