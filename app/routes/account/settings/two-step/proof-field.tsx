import { TextField } from "../../../../components/ui/text-field";

/** The field for a code of the app or a recovery code. Recovery codes have letters, so the keyboard is not a numeric one. */
export function ProofField({ error }: { error: string | undefined }) {
  return (
    <TextField
      id="code"
      label="Code"
      hint="The six digits that your app shows now, or one of your recovery codes."
      error={error}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      enterKeyHint="go"
      spellCheck={false}
      required
    />
  );
}
