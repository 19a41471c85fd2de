// The sections with the forms for name, phone and password.
import { useState } from "react";
import { Link } from "react-router";
import { PhoneField } from "../../../components/phone-field";
import { NewPasswordFields } from "../../../components/ui/new-password-fields";
import { PasswordField } from "../../../components/ui/password-field";
import { TextField } from "../../../components/ui/text-field";
import { NAME_MAX } from "../../../contract/limits";
import { PHONE_FIELDS } from "../../../forms/phone-fields";
import { readPhoneParts } from "../../../forms/read-phone";
import { readText } from "../../../forms/read-text";
import { splitPhone } from "../../../lib/format-phone";
import type { CarriedEmail } from "../../../navigation/carried-email";
import { RECOVERY_PATH } from "../../auth/path";
import type { SettingsActionData } from "./action-data";
import { SettingSection } from "./section";
import { SettingForm, type Success } from "./setting-form";

interface FormProps {
  actionData: SettingsActionData | undefined;
  success: Success | null;
}

export function NameSection({ name, ...form }: FormProps & { name: string }) {
  return (
    <SettingSection id="your-name" title="Your name" lead="We greet you with it, and your profile shows it.">
      <SettingForm
        intent="name"
        savedMessage={<b>Your name is changed.</b>}
        button="Save name"
        busyLabel="Saving name..."
        {...form}
      >
        {(errors, typed) => (
          <TextField
            id="name"
            label="Full name"
            error={errors.name}
            autoComplete="name"
            autoCapitalize="words"
            enterKeyHint="done"
            spellCheck={false}
            maxLength={NAME_MAX}
            required
            defaultValue={typed?.name ?? name}
          />
        )}
      </SettingForm>
    </SettingSection>
  );
}

interface PasswordManagerProps {
  /** The member's e-mail, for password managers; "" when the account could not be loaded. */
  email: string;
}

/** @param phone in E.164; "" when there is none */
export function PhoneSection({ phone, email, ...form }: FormProps & PasswordManagerProps & { phone: string }) {
  const [code, setCode] = useState("");
  const saved = form.success?.intent === "phone" ? form.success : null;
  // Another tab may change the number while somebody types here. Both fields follow it only while they show the old one. The key makes new
  // fields: React does not change one that was edited, even when it has its old value again.
  const [shown, setShown] = useState({ phone, saved });
  const [isEdited, setEdited] = useState(false);
  const isOld = isEdited ? saved !== null && saved !== shown.saved : phone !== shown.phone;
  if (isOld) {
    setShown({ phone, saved });
    setCode("");
  }
  const onEdit = (form: FormData) => {
    const parts = readPhoneParts(form);
    const initial = splitPhone(shown.phone);
    setCode(parts.code);
    // A form without fields was reset.
    setEdited(form.has(PHONE_FIELDS.number) && (parts.code !== initial.code || parts.number !== initial.number));
  };
  return (
    <SettingSection
      id="your-phone"
      title="Your phone number"
      lead="We ask for your password, so that nobody who finds your phone unlocked can put another number here."
    >
      <SettingForm
        intent="phone"
        savedMessage={<b>Your phone number is changed.</b>}
        button="Save phone"
        busyLabel="Saving phone..."
        onEdit={onEdit}
        {...form}
      >
        {(errors, typed) => (
          <>
            <PhoneField
              key={shown.phone}
              defaultValue={typed?.phone ?? splitPhone(shown.phone)}
              error={errors.phone}
              code={code}
            />
            <Username email={email} />
            <PasswordField
              id="phonePassword"
              label="Password"
              shows="password"
              error={errors.phonePassword}
              autoComplete="current-password"
              enterKeyHint="done"
            />
            <div className="mt-3 text-sm text-ink-soft">
              <PasswordByMail email={email} />
            </div>
          </>
        )}
      </SettingForm>
    </SettingSection>
  );
}

export function PasswordSection({ email, ...form }: FormProps & PasswordManagerProps) {
  const [[password, confirmed], setTyped] = useState<[string, string]>(["", ""]);
  return (
    <SettingSection
      id="your-password"
      title="Your password"
      lead={
        <>
          A new one signs you out everywhere but here. <PasswordByMail email={email} />
        </>
      }
    >
      <SettingForm
        intent="password"
        savedMessage={
          <>
            <b>Your password is changed.</b> You are signed in here, and nowhere else.
          </>
        }
        button="Change password"
        busyLabel="Changing password..."
        onEdit={(form) => setTyped([readText(form, "password"), readText(form, "confirmPassword")])}
        {...form}
      >
        {(errors) => (
          <>
            <Username email={email} />
            <PasswordField
              id="oldPassword"
              label="Current password"
              shows="current password"
              error={errors.oldPassword}
              autoComplete="current-password"
              enterKeyHint="next"
            />
            <NewPasswordFields
              confirmLabel="Confirm new password"
              values={{ password, confirmPassword: confirmed }}
              errors={errors}
              enterKeyHint="done"
            />
          </>
        )}
      </SettingForm>
    </SettingSection>
  );
}

/** The way to a new password for members who forgot theirs, or whose account was created by a mailed code without one. */
export function PasswordByMail({ email }: PasswordManagerProps) {
  return (
    <>
      Forgotten your password, or never chose one?{" "}
      <Link to={RECOVERY_PATH} state={{ email } satisfies CarriedEmail}>
        Choose a new one by mail
      </Link>
      .
    </>
  );
}

/** A hidden input that tells password managers which account the password belongs to. */
export function Username({ email }: PasswordManagerProps) {
  return <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />;
}
