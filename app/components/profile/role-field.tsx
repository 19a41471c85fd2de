import type { Role } from "../../contract/lists";
import { RadioCards } from "../ui/radio-cards";

const ROLE_NOTES: readonly { value: Role; note: string }[] = [
  { value: "Student", note: "School, college or a course" },
  { value: "Entrepreneur", note: "You are building something" },
  { value: "Mentor", note: "You have done it before" },
  { value: "Investor", note: "You back early projects" },
  { value: "Industry Professional", note: "You work in the field" },
];

interface RoleFieldProps {
  label: string;
  error: string | undefined;
  defaultValue: string;
}

/** The member's role. Which of the form's other fields are visible depends on it (see forms.css). */
export function RoleField({ label, error, defaultValue }: RoleFieldProps) {
  return <RadioCards id="role" label={label} choices={ROLE_NOTES} error={error} defaultValue={defaultValue} />;
}
