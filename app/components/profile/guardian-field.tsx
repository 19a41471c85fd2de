import { CheckField } from "../ui/check-field";

interface GuardianFieldProps {
  /** True when the date of birth in the form is less than 18 years ago. */
  isNeeded: boolean;
  error: string | undefined;
  defaultChecked: boolean;
  /** False on sign-up. */
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
  // Without JavaScript the age is not known before the form is sent, so the checkbox is always shown.
  return isNeeded ? field : <noscript>{field}</noscript>;
}
