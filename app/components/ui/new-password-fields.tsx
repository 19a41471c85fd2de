import { MatchHint } from "./match-hint";
import { PasswordField } from "./password-field";
import { StrengthBar } from "./strength-bar";

interface NewPasswordFieldsProps {
  label?: "Password" | "New password";
  confirmLabel?: "Confirm password" | "Confirm new password";
  /** The current values of the fields. */
  values: { password: string; confirmPassword: string };
  errors: { password?: string | undefined; confirmPassword?: string | undefined };
  /** What the key of an on-screen keyboard says that ends the second field. */
  enterKeyHint?: "go" | "done";
}

/** Two fields for a password that is chosen: how strong it is, and whether both are the same. */
export function NewPasswordFields({
  label = "New password",
  confirmLabel = "Confirm password",
  values: { password, confirmPassword },
  errors,
  enterKeyHint = "go",
}: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        id="password"
        label={label}
        shows={label.toLowerCase()}
        hint="At least 8 characters. Capitals, digits and symbols make it stronger."
        error={errors.password}
        autoComplete="new-password"
        enterKeyHint="next"
      >
        <StrengthBar password={password} error={errors.password} />
      </PasswordField>
      <PasswordField
        id="confirmPassword"
        label={confirmLabel}
        shows="confirmed password"
        error={errors.confirmPassword}
        autoComplete="new-password"
        enterKeyHint={enterKeyHint}
      >
        <MatchHint password={password} confirmed={errors.confirmPassword ? "" : confirmPassword} />
      </PasswordField>
    </>
  );
}
