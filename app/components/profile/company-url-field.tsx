import { TextField } from "../ui/text-field";

export function CompanyUrlField({ error, defaultValue }: { error: string | undefined; defaultValue: string }) {
  return (
    <TextField
      id="companyUrl"
      label="Company URL"
      optional
      hint="Like https://example.in"
      error={error}
      type="url"
      inputMode="url"
      autoComplete="url"
      autoCapitalize="none"
      enterKeyHint="next"
      spellCheck={false}
      defaultValue={defaultValue}
    />
  );
}
