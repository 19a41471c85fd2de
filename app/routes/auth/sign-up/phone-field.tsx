import { ariaAttributes, FieldError, fieldAttributes, Hint, inputVariants, LABEL } from "../../../components/ui/field";
import { Select } from "../../../components/ui/select-field";
import { COUNTRY_CODES } from "../../../contract/lists";
import { phoneHint } from "../../../lib/format-phone";
import { type DefaultValues, PHONE_CODE } from "./form-data";

interface PhoneFieldProps {
  defaultValues: DefaultValues;
  error: string | undefined;
  /** The selected country code. */
  code: string;
}

/** The phone number, with a select for the country code. A number that is typed with a code keeps its own. */
export function PhoneField({ defaultValues, error, code }: PhoneFieldProps) {
  const hint = `${phoneHint(code)} From a country that is not on the list, type the whole number with its code.`;
  return (
    <div {...fieldAttributes(error)}>
      <label className={LABEL} htmlFor="phone">
        Phone
      </label>
      <Hint id="phone">{hint}</Hint>
      {error && <FieldError id="phone">{error}</FieldError>}
      <div className="grid grid-cols-1 gap-2 xs:grid-cols-[10.5rem_minmax(0,1fr)]">
        <Select
          name={PHONE_CODE}
          aria-label="Country code"
          autoComplete="tel-country-code"
          defaultValue={defaultValues.phoneCode || COUNTRY_CODES[0].code}
        >
          {COUNTRY_CODES.map(({ code: option, country }) => (
            <option key={option} value={option}>
              {country} {option}
            </option>
          ))}
        </Select>
        <input
          id="phone"
          name="phone"
          type="tel"
          className={inputVariants()}
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="next"
          required
          defaultValue={defaultValues.phone}
          {...ariaAttributes({ id: "phone", hint, error })}
        />
      </div>
    </div>
  );
}
