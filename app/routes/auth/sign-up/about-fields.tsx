// The fields for all roles: role, name, e-mail, phone and location.
import { PhoneField } from "../../../components/phone-field";
import { LocationField } from "../../../components/profile/location-field";
import { RoleField } from "../../../components/profile/role-field";
import { TextField } from "../../../components/ui/text-field";
import { EMAIL_MAX, NAME_MAX } from "../../../contract/limits";
import type { SignUpErrors } from "./errors";
import type { DefaultValues } from "./form-data";

interface AboutFieldsProps {
  defaultValues: DefaultValues;
  errors: SignUpErrors["fields"];
  /** The selected country code. */
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
      <PhoneField
        defaultValue={{ code: defaultValues.phoneCode, number: defaultValues.phone }}
        error={errors.phone}
        code={phoneCode}
      />
      <LocationField error={errors.location} defaultValue={defaultValues.location} />
    </>
  );
}
