// The third page of switching two-step sign-in on: the app gets its key, then the first code is typed.
import type { ReactNode } from "react";
import { CodeField } from "../../../../components/ui/code-field";
import { linkVariants } from "../../../../components/ui/link-variants";
import { Status } from "../../../../components/ui/status";
import { AuthenticatorCodeSchema } from "../../../../contract/second-factor-settings";
import { AuthPage } from "../../../auth/auth-page";
import { TWO_STEP_PATH, type TwoStepErrors, URI_FIELD } from "./form-data";
import { PageForm } from "./page-form";
import { type QrCode, QrCodeImage } from "./qr-code";

/** What an authenticator app needs. All of it is secret. */
export interface Enrolment {
  /** The address that apps open or read from the QR code (`otpauth:`). */
  uri: string;
  /** The key in groups of four letters and digits. */
  key: string;
  qr: QrCode;
}

const HELP = {
  title: "Does the code not work?",
  children: (
    <ul className="tied mt-5 grid gap-2">
      <li>The app shows a new code every 30 seconds. Type the one that it shows now.</li>
      <li>The clock of your phone must be right. Let the phone set date and time by itself.</li>
      <li>If you cancelled and began again, only the newest QR code works.</li>
    </ul>
  ),
};
/** The same in short, for screens without room for it. */
const WRONG_CODE_HELP =
  "Type the code that the app shows now, and let your phone set date and time by itself. If you cancelled and began again, only the newest QR code works.";

interface ConnectAppProps {
  enrolment: Enrolment;
  errors: TwoStepErrors | undefined;
  /** True when a form has led here; false when the page was loaded again. */
  isResult: boolean;
}

export function ConnectApp({ enrolment, errors, isResult }: ConnectAppProps) {
  const { uri, key, qr } = enrolment;
  return (
    <AuthPage
      title="Connect your app"
      lead="Your app needs a secret key, once. After that it makes the codes by itself, without internet."
      aside={HELP}
      isResult={isResult && !errors}
    >
      {!isResult && (
        <Status tone="note" place="form">
          <b>You can go on where you were.</b> This is the same key as before: if your app has it, type the code that it
          shows.
        </Status>
      )}
      <ol className="mt-8 grid max-w-form gap-8">
        <Step number={1} title="Add an account in your app">
          <p>Open your authenticator app and choose to add an account. Then scan this QR code with the app.</p>
          <div className="mt-4">
            <QrCodeImage code={qr} label="QR code with the key for your app" />
          </div>
          <p className="mt-4">
            Is the app on this device?{" "}
            <a className={linkVariants({ standalone: true })} href={uri}>
              Add the key to the app on this phone
            </a>
          </p>
          <details className="mt-1">
            <summary className={linkVariants({ standalone: true, className: "cursor-pointer text-link underline" })}>
              I cannot scan or open it. Show me the key
            </summary>
            <p>In the app choose “Enter a setup key”, type this key without spaces, and choose “Time based”.</p>
            <p className="mt-3 bg-tint px-4 py-3.5">
              <code className="text-lg wrap-anywhere select-all">{key}</code>
            </p>
          </details>
        </Step>
        <Step number={2} title="Type the code that the app shows">
          <PageForm
            path={TWO_STEP_PATH}
            schema={AuthenticatorCodeSchema}
            fields={["code"]}
            errors={errors}
            help={(fields) => fields.code && fields.code === errors?.fields.code && <p>{WRONG_CODE_HELP}</p>}
            button="Switch it on"
            busyLabel="Switching it on..."
            cancel={{ label: "Cancel" }}
          >
            {(fields) => (
              <>
                <input type="hidden" name={URI_FIELD} value={uri} />
                <CodeField
                  id="code"
                  label="Code"
                  hint="Six digits. The app shows new ones every 30 seconds."
                  error={fields.code}
                />
              </>
            )}
          </PageForm>
        </Step>
      </ol>
    </AuthPage>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li>
      <h2 className="mb-3 flex gap-3 text-2xl">
        <span>{number}.</span> {title}
      </h2>
      {children}
    </li>
  );
}
