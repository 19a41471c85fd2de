import { useLayoutEffect, useRef } from "react";
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
  const box = useRef<HTMLInputElement>(null);
  const isChecked = useRef(defaultChecked);
  // A date of birth that is corrected twice does not lose the consent.
  useLayoutEffect(() => {
    const input = box.current;
    return () => {
      if (input) isChecked.current = input.checked;
    };
  }, [isNeeded]);
  const field = (
    <CheckField
      ref={box}
      id="guardianAgree"
      className="for-student"
      label={`I am under 18: a parent or guardian has read this with me and agrees that I ${isMember ? "am a member" : "join"}`}
      error={error}
      defaultChecked={isChecked.current}
    />
  );
  // Without JavaScript the age is not known before the form is sent, so the checkbox is always shown.
  return isNeeded ? field : <noscript>{field}</noscript>;
}
