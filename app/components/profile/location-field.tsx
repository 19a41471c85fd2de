import { LOCATIONS } from "../../contract/lists";
import { Options, SelectField } from "../ui/select-field";

export function LocationField({ error, defaultValue }: { error: string | undefined; defaultValue: string }) {
  return (
    <SelectField
      id="location"
      label="Location"
      hint="Your district in Maharashtra. Elsewhere, choose “Other”."
      error={error}
      required
      defaultValue={defaultValue}
    >
      <Options of={LOCATIONS} />
    </SelectField>
  );
}
