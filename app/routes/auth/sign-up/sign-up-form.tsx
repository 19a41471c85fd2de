// The sign-up form: sent and answered like any form, and checked here first where scripts run.

import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { Form, Link } from "react-router";
import { CompanyUrlField } from "../../../components/profile/company-url-field";
import { StudentFields } from "../../../components/profile/student-fields";
import { Actions } from "../../../components/ui/actions";
import { Button, buttonVariants } from "../../../components/ui/button";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { FileField } from "../../../components/ui/file-field";
import { FormEnd, FormSection, formVariants } from "../../../components/ui/form-layout";
import { linkVariants } from "../../../components/ui/link-variants";
import { MatchHint } from "../../../components/ui/match-hint";
import { PasswordField } from "../../../components/ui/password-field";
import { Status } from "../../../components/ui/status";
import { StrengthBar } from "../../../components/ui/strength-bar";
import { WaitingForFile } from "../../../components/ui/waiting-for-file";
import { fileKindOf } from "../../../contract/files";
import { needsGuardian, type SignUpValues, UNVERIFIED } from "../../../contract/sign-up-fields";
import { SIGN_UP_DRAFT, saveDraft } from "../../../forms/draft";
import { errorsInOrder, remainingErrors } from "../../../forms/field-errors";
import { useDraft } from "../../../forms/use-draft";
import { useFormErrors } from "../../../forms/use-form-errors";
import { capitalizedNumber } from "../../../lib/number-in-words";
import type { CarriedEmail } from "../../../navigation/carried-email";
import { useLazyComponent } from "../../../navigation/use-lazy-component";
import { FILE_LABELS } from "../../../uploads/file-labels";
import { useFileUpload } from "../../../uploads/use-file-upload";
import { uploadErrorMessage } from "../../../uploads/wait-for-upload";
import { RECOVERY_PATH } from "../path";
import { AboutFields } from "./about-fields";
import { Agreement } from "./agreement";
import {
  EMPTY_ENTRY,
  type Entry,
  PAGE_ORDER,
  PHONE_CODE,
  readEntry,
  type SignUpActionData,
  type SignUpErrors,
  withFileError,
} from "./entry";
import { CarriedProof } from "./hidden-fields";
import { useAddressProof } from "./use-address-proof";
import { SIGN_UP_PATH, useSignUpSubmit } from "./use-sign-up-submit";

interface SignUpFormProps {
  answer: SignUpActionData | undefined;
  fileMaxBytes: number;
  /** False where nobody can join until the address is proven. */
  emailVerified: boolean;
  today: string;
}

/** The code itself is on its way by mail, and is not asked for anew. */
const CODE_FORM_LOST = "The form for your code did not get to your browser. Choose “Create Account” again.";

/** How long a form waits for its rules before it is sent without them, in milliseconds. */
const RULES_WITHIN_MS = 3000;

/**
 * What checks an entry, fetched while the form is filled in; null where it does not come. Then the server alone checks, by the
 * same rules.
 */
async function fetchRules() {
  const late = new Promise<null>((resolve) => setTimeout(resolve, RULES_WITHIN_MS, null));
  try {
    return await Promise.race([import("./check-entry").then(({ checkEntry }) => checkEntry), late]);
  } catch (error) {
    console.warn("the rules of the form could not be fetched", error);
    return null;
  }
}

/** What the form shows as wrong: the server's answer, or what it found itself. */
type Shown = Pick<SignUpActionData, "errors" | "nextStep">;

export function SignUpForm({ answer, fileMaxBytes, emailVerified, today }: SignUpFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { first, shown, attempt, show, setShown } = useFormErrors<Shown>(answer);
  // The server's answer fills the form once; from then on what stands in it is the visitor's.
  const [{ defaultValues, uploaded }] = useState(answer ?? EMPTY_ENTRY);
  const [values, setValues] = useState<SignUpValues>(() => ({ ...EMPTY_ENTRY.values, ...defaultValues }));
  const [phoneCode, setPhoneCode] = useState(defaultValues.phoneCode);
  const [resume, resumeState] = useFileUpload("resume", fileMaxBytes, uploaded.resume);
  const [portfolio, portfolioState] = useFileUpload("portfolio", fileMaxBytes, uploaded.portfolio);
  const uploads = { resume, portfolio };
  const chosenKind = fileKindOf(values.role);

  const check = async (entry: Entry) => {
    const rules = (await fetchRules())?.(entry, new Date(), emailVerified) ?? null;
    const kind = entry.values.role ? fileKindOf(entry.values.role) : null;
    return kind ? withFileError(rules, kind, uploadErrorMessage(uploads[kind].state())) : rules;
  };
  /** Takes in what stands in the form now. */
  const look = useCallback((): Entry | null => {
    if (!form.current) return null;
    const entry = readEntry(new FormData(form.current));
    setValues(entry.values);
    setPhoneCode(entry.defaultValues.phoneCode);
    return entry;
  }, []);

  const fail = (errors: SignUpErrors) => {
    show({ errors, nextStep: null });
    const entry = errors.message === UNVERIFIED ? look() : null;
    if (entry) proving.ask(entry.values.email.trim());
  };
  // What was pressed before the code is done as soon as the address is proven.
  const proving = useAddressProof(
    answer,
    () => form.current?.requestSubmit(),
    (errors) => show({ errors, nextStep: null }),
  );
  const CodeDialog = useLazyComponent(
    proving.asked !== null,
    async () => (await import("../code-form")).CodeDialog,
    () => {
      proving.close();
      show({ errors: { message: CODE_FORM_LOST, fields: {} }, nextStep: null });
    },
  );
  const { isBusy, isWaitingForFile, send } = useSignUpSubmit(uploads, check, fail);

  // A file that the server no longer has must be chosen again.
  useEffect(() => {
    for (const upload of [resume, portfolio]) {
      const message = answer?.errors.fields[upload.kind];
      if (message && answer?.uploaded[upload.kind] === null && upload.state().phase === "uploaded")
        upload.reject(message);
    }
  }, [answer, resume, portfolio]);

  // The browser may have put back what was typed before a reload, and people type before the scripts are there.
  useDraft(form, SIGN_UP_DRAFT, answer === undefined, look);

  const onEdit = () => {
    const entry = look();
    if (!entry) return;
    saveDraft(SIGN_UP_DRAFT, entry.defaultValues);
    if (shown) void unmark(entry);
  };
  /** Takes the marks away that an edit has put right. */
  const unmark = async (entry: Entry) => {
    const still = (await fetchRules())?.(entry, new Date(), emailVerified)?.fields ?? {};
    setShown((was) => was && { ...was, errors: { message: "", fields: remainingErrors(was.errors.fields, still) } });
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(event.currentTarget);
  };

  const errors = shown?.errors.fields ?? {};
  const isCodeComing = proving.isSending || (proving.asked !== null && CodeDialog === null);
  return (
    <>
      {shown?.errors.message && (
        <ErrorSummary
          title={shown.errors.message}
          errors={errorsInOrder(PAGE_ORDER, shown.errors.fields)}
          attempt={attempt}
        >
          <SummaryText
            isUnverified={shown.errors.message === UNVERIFIED}
            nextStep={shown.nextStep}
            email={values.email}
            count={Object.keys(errors).length}
            // A country's code is chosen from the start.
            hasTyped={Object.values({ ...values, [PHONE_CODE]: "" }).some(Boolean)}
            passwordsGone={shown === first}
          />
        </ErrorSummary>
      )}
      {answer?.proof && answer.errors.message === "" && (
        <Status place="form">
          Your email is confirmed. Enter your password twice once more, and your account is made.
        </Status>
      )}
      <Form
        method="post"
        action={SIGN_UP_PATH}
        encType="multipart/form-data"
        className={formVariants()}
        noValidate
        ref={form}
        onFocus={fetchRules}
        onInput={onEdit}
        onSubmit={onSubmit}
      >
        <FormSection title="About you">
          <AboutFields defaultValues={defaultValues} errors={errors} phoneCode={phoneCode} />
        </FormSection>
        <FormSection title="Student Information" className="for-student">
          <StudentFields defaultValues={defaultValues} errors={errors} level={values.educationLevel} today={today} />
          <FileField
            kind="resume"
            label={FILE_LABELS.resume.title}
            accepts={FILE_LABELS.resume.accepts}
            maxBytes={fileMaxBytes}
            error={errors.resume}
            upload={resume}
            state={resumeState}
          />
        </FormSection>
        <FormSection title="Professional Information" className="for-others">
          <CompanyUrlField error={errors.companyUrl} defaultValue={defaultValues.companyUrl} />
          <FileField
            kind="portfolio"
            label={FILE_LABELS.portfolio.title}
            accepts={FILE_LABELS.portfolio.accepts}
            maxBytes={fileMaxBytes}
            error={errors.portfolio}
            upload={portfolio}
            state={portfolioState}
          />
        </FormSection>
        <FormSection title="Your password">
          <PasswordField
            id="password"
            label="Password"
            shows="password"
            hint="At least 8 characters. Capitals, digits and symbols make it stronger."
            error={errors.password}
            autoComplete="new-password"
            enterKeyHint="next"
          >
            <StrengthBar password={values.password} />
          </PasswordField>
          <PasswordField
            id="confirmPassword"
            label="Confirm password"
            shows="confirmed password"
            error={errors.confirmPassword}
            autoComplete="new-password"
            enterKeyHint="go"
          >
            <MatchHint password={values.password} confirmed={errors.confirmPassword ? "" : values.confirmPassword} />
          </PasswordField>
        </FormSection>
        <FormEnd>
          <Agreement
            defaultValues={defaultValues}
            errors={errors}
            needsGuardian={needsGuardian(values, new Date(today))}
          />
          {isWaitingForFile && (
            <WaitingForFile
              upload={uploads[chosenKind]}
              state={chosenKind === "resume" ? resumeState : portfolioState}
              message="Your account is made as soon as it has arrived."
              cancelLabel="Go on without the file"
            />
          )}
          <Actions>
            <Button
              busy={isBusy || isCodeComing}
              busyLabel={isCodeComing ? "Sending a code..." : "Creating Account..."}
            >
              Create Account
            </Button>
          </Actions>
          {proving.proof && <CarriedProof proof={proving.proof} />}
          <p>
            Already have an account? <Link to="/signin">Sign in here</Link>
          </p>
        </FormEnd>
      </Form>
      {proving.asked && CodeDialog && (
        <CodeDialog
          action={SIGN_UP_PATH}
          answer={proving.asked}
          isForAnybody
          busy={proving.busy}
          onSend={proving.onSend}
          onClose={proving.close}
        />
      )}
    </>
  );
}

/** What stands under the first failure: how many answers are concerned, what was kept, and another way on. */
function SummaryText({ isUnverified, nextStep, email, count, hasTyped, passwordsGone }: SummaryTextProps) {
  const carried = { email } satisfies CarriedEmail;
  return (
    <>
      {isUnverified && <p>We mail you a code. Type it in, and your account is made. “Create Account” asks for it.</p>}
      {count > 0 && !isUnverified && (
        <p>
          {capitalizedNumber(count)} {count === 1 ? "answer needs" : "answers need"} another look.{" "}
          {hasTyped && !passwordsGone && "We kept everything you typed."}
        </p>
      )}
      {hasTyped && passwordsGone && (
        <p>We kept everything you typed, but not your passwords: please enter them again.</p>
      )}
      {nextStep === "sign-in" && (
        <Actions className="mt-4">
          <Link className={buttonVariants({ variant: "outline", size: "small" })} to="/login" state={carried}>
            Go to the sign-in page
          </Link>
          <Link className={linkVariants({ standalone: true })} to={RECOVERY_PATH} state={carried}>
            Reset your password
          </Link>
        </Actions>
      )}
    </>
  );
}

interface SummaryTextProps {
  /** True when nothing is wrong but that the address has to be proven. */
  isUnverified: boolean;
  nextStep: SignUpActionData["nextStep"];
  /** What was typed as the e-mail, for the way on. */
  email: string;
  /** How many fields are marked. */
  count: number;
  hasTyped: boolean;
  /** True when the page came from the server anew: passwords are never written into one. */
  passwordsGone: boolean;
}
