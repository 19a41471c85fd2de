import { MatchHint } from "../../../components/ui/match-hint";
import { PasswordField } from "../../../components/ui/password-field";
import { StrengthBar } from "../../../components/ui/strength-bar";
import type { SignUpValues } from "../../../contract/sign-up";
import type { SignUpErrors } from "./errors";

interface PasswordFieldsProps {
  /** The current values of the fields. */
  values: Pick<SignUpValues, "password" | "confirmPassword">;
  errors: SignUpErrors["fields"];
}

export function PasswordFields({ values: { password, confirmPassword }, errors }: PasswordFieldsProps) {
  return (
    <>
      <PasswordField
        id="password"
        label="Password"
        shows="password"
        hint="At least 8 characters. Capitals, digits and symbols make it stronger."
        error={errors.password}
        autoComplete="new-password"
        enterKeyHint="next"
      >
        <StrengthBar password={password} error={errors.password} />
      </PasswordField>
      <PasswordField
        id="confirmPassword"
        label="Confirm password"
        shows="confirmed password"
        error={errors.confirmPassword}
        autoComplete="new-password"
        enterKeyHint="go"
      >
        <MatchHint password={password} confirmed={errors.confirmPassword ? "" : confirmPassword} />
      </PasswordField>
    </>
  );
}
