import { CheckField } from "../ui/check-field";

interface GuardianFieldProps {
  /** True when the date of birth that stands in the form says under 18. */
  isNeeded: boolean;
  error: string | undefined;
  defaultChecked: boolean;
  /** True for whoever is a member already. */
  isMember?: boolean;
}

/** The consent of a parent or guardian, for students under 18. */
export function GuardianField({ isNeeded, error, defaultChecked, isMember = false }: GuardianFieldProps) {
  const field = (
    <CheckField
      id="guardianAgree"
      className="for-student"
      label={`I am under 18: a parent or guardian has read this with me and agrees that I ${isMember ? "am a member" : "join"}`}
      error={error}
      defaultChecked={defaultChecked}
    />
  );
  // Without scripts nobody works out the age while the date is typed, so the box is there from the start.
  return isNeeded ? field : <noscript>{field}</noscript>;
}
