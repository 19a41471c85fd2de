import { COUNTRY_CODES } from "../contract/lists";
import { ANOTHER_COUNTRY, DEFAULT_COUNTRY_CODE, type PhoneParts } from "../contract/phone";
import { PHONE_FIELDS } from "../forms/phone-fields";
import { phoneHint } from "../lib/format-phone";
import { ariaAttributes, FieldError, fieldAttributes, Hint, inputVariants, LABEL } from "./ui/field";
import { Select } from "./ui/select-field";

interface PhoneFieldProps {
  defaultValue: PhoneParts;
  error: string | undefined;
  /** The selected country code; "" before the form was edited. */
  code: string;
}

/** The phone number, with a select for the country. A number that is typed with a code keeps its own. */
export function PhoneField({ defaultValue, error, code }: PhoneFieldProps) {
  const defaultCode = defaultValue.code || DEFAULT_COUNTRY_CODE;
  const hint = (
    <>
      {phoneHint(code || defaultCode)}
      <noscript> From another country, type the whole number with its code.</noscript>
    </>
  );
  const id = PHONE_FIELDS.number;
  return (
    <div {...fieldAttributes(error)}>
      <label className={LABEL} htmlFor={id}>
        Phone
      </label>
      <Hint id={id}>{hint}</Hint>
      {error && <FieldError id={id}>{error}</FieldError>}
      <div className="grid grid-cols-1 gap-2 xs:grid-cols-[10.5rem_minmax(0,1fr)]">
        {/* The key makes a new select when its default value changes: React does not change the one that exists. */}
        <Select
          key={defaultCode}
          name={PHONE_FIELDS.code}
          aria-label="Country code"
          autoComplete="tel-country-code"
          defaultValue={defaultCode}
        >
          {COUNTRY_CODES.map(({ code: option, country }) => (
            <option key={option} value={option}>
              {country} {option}
            </option>
          ))}
          <option value={ANOTHER_COUNTRY}>Other</option>
        </Select>
        <input
          id={id}
          name={id}
          type="tel"
          className={inputVariants()}
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="next"
          required
          defaultValue={defaultValue.number}
          {...ariaAttributes({ id, hint, error })}
        />
      </div>
    </div>
  );
}
