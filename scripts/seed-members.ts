// The members that `npm run seed` makes.
import type { Role } from "../app/contract/lists.ts";

export const PASSWORD = "Marigold-2026";

export const NAMES: Record<Role, string> = {
  Student: "Asha Kulkarni",
  Entrepreneur: "Ravi Deshmukh",
  Mentor: "Meera Joshi",
  Investor: "Kofi Mensah",
  "Industry Professional": "Ngozi Okafor",
};

/** Such as "industry.professional@example.org". */
export function emailOf(role: Role): string {
  return `${role.toLowerCase().replaceAll(" ", ".")}@example.org`;
}
