// What everybody fills in: role, name, email, phone, location.
import { LocationField } from "../../../components/profile/location-field";
import { RoleField } from "../../../components/profile/role-field";
import { ariaAttributes, FieldError, fieldAttributes, Hint, inputVariants, LABEL } from "../../../components/ui/field";
import { Select } from "../../../components/ui/select-field";
import { TextField } from "../../../components/ui/text-field";
import { EMAIL_MAX, NAME_MAX } from "../../../contract/limits";
import { COUNTRY_CODES } from "../../../contract/lists";
import { phoneHint } from "../../../lib/format-phone";
import { type DefaultValues, PHONE_CODE, type SignUpFormField } from "./entry";

interface AboutFieldsProps {
  defaultValues: DefaultValues;
  errors: Partial<Record<SignUpFormField, string>>;
  /** The country code chosen at this moment. */
  phoneCode: string;
}

export function AboutFields({ defaultValues, errors, phoneCode }: AboutFieldsProps) {
  return (
    <>
      <RoleField label="I am joining as" error={errors.role} defaultValue={defaultValues.role} />
      <TextField
        id="name"
        label="Full name"
        error={errors.name}
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="next"
        spellCheck={false}
        maxLength={NAME_MAX}
        required
        defaultValue={defaultValues.name}
      />
      <TextField
        id="email"
        label="Email"
        hint="You sign in with it. We never show it to other members."
        error={errors.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        enterKeyHint="next"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        required
        defaultValue={defaultValues.email}
      />
      <PhoneField defaultValues={defaultValues} error={errors.phone} code={phoneCode} />
      <LocationField error={errors.location} defaultValue={defaultValues.location} />
    </>
  );
}

/** The number, with the country codes beside it; a number typed with a code of its own keeps it. */
function PhoneField({
  defaultValues,
  error,
  code,
}: {
  defaultValues: DefaultValues;
  error: string | undefined;
  code: string;
}) {
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
          {COUNTRY_CODES.map(({ code: offered, country }) => (
            <option key={offered} value={offered}>
              {country} {offered}
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
