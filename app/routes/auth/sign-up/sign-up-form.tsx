// The sign-up form: sent and answered like any form, and checked here first where scripts run.
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Form, Link } from "react-router";
import { Button } from "../../../components/ui/button";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { FileField } from "../../../components/ui/file-field";
import { MatchHint } from "../../../components/ui/match-hint";
import { PasswordField } from "../../../components/ui/password-field";
import { StrengthBar } from "../../../components/ui/strength-bar";
import { TextField } from "../../../components/ui/text-field";
import { fileKindOf } from "../../../contract/files";
import { checkSignUp, needsGuardian, type SignUpValues } from "../../../contract/sign-up-rules";
import type { UploadState } from "../../../lib/file-upload";
import { useFileUpload } from "../../../lib/use-file-upload";
import { AboutFields } from "./about-fields";
import { Agreement } from "./agreement";
import {
  EMPTY_ENTRY,
  type Entry,
  type EntryProblems,
  inPageOrder,
  readEntry,
  type SignUpAnswer,
  stillWrong,
  withFileProblem,
} from "./entry";
import { StudentFields } from "./student-fields";
import { SIGN_UP_PATH, useSending } from "./use-sending";

interface SignUpFormProps {
  answer: SignUpAnswer | undefined;
  fileMaxBytes: number;
  today: string;
}

export function SignUpForm({ answer, fileMaxBytes, today }: SignUpFormProps) {
  const form = useRef<HTMLFormElement>(null);
  // A form is filled from the server's answer once; from then on what stands in it is the visitor's.
  const [first] = useState(answer);
  const refill = first?.refill ?? EMPTY_ENTRY.refill;
  const [values, setValues] = useState<SignUpValues>(() => ({ ...EMPTY_ENTRY.values, ...refill }));
  const [problems, setProblems] = useState<EntryProblems | null>(answer?.problems ?? null);
  const [attempt, setAttempt] = useState(0);
  const [resume, resumeState] = useFileUpload("resume", fileMaxBytes, first?.kept.resume ?? null);
  const [portfolio, portfolioState] = useFileUpload("portfolio", fileMaxBytes, first?.kept.portfolio ?? null);
  const uploads = { resume, portfolio };
  /** The answer that the summary is about; null once the form was checked here again. */
  const [shownAnswer, setShownAnswer] = useState(answer ?? null);

  const fail = (failed: EntryProblems, by: SignUpAnswer | null = null) => {
    setProblems(failed);
    setShownAnswer(by);
    setAttempt((count) => count + 1);
  };
  const check = (entry: Entry) => {
    const kind = entry.values.role ? fileKindOf(entry.values.role) : null;
    const rules = checkSignUp(entry.values, new Date());
    return kind ? withFileProblem(rules, kind, unsentWords(uploads[kind].state())) : rules;
  };
  const { isBusy, isWaitingForFile, send } = useSending(uploads, check, fail);

  // A new answer, and that alone, is news.
  useEffect(() => {
    if (!answer || answer === first) return;
    fail(answer.problems, answer);
    for (const upload of [resume, portfolio]) {
      const words = answer.problems.fields[upload.kind];
      if (words && answer.kept[upload.kind] === null) upload.refuse(words);
    }
  }, [answer]);

  // The browser may have put back what was typed before a reload, and people type before the scripts are there.
  useEffect(() => {
    if (form.current) setValues(readEntry(new FormData(form.current)).values);
  }, []);

  const onEdit = () => {
    if (!form.current) return;
    const { values: now } = readEntry(new FormData(form.current));
    setValues(now);
    setProblems((shown) => shown && { message: "", fields: stillWrong(shown.fields, checkSignUp(now, new Date())) });
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(event.currentTarget);
  };

  const wrong = problems?.fields ?? {};
  return (
    <>
      {problems?.message && (
        <ErrorSummary title={problems.message} problems={inPageOrder(problems)} attempt={attempt}>
          <SummaryText
            answer={shownAnswer}
            count={Object.keys(wrong).length}
            passwordsGone={shownAnswer !== null && shownAnswer === first}
          />
        </ErrorSummary>
      )}
      <Form
        method="post"
        action={SIGN_UP_PATH}
        encType="multipart/form-data"
        className="form"
        noValidate
        ref={form}
        onInput={onEdit}
        onSubmit={onSubmit}
      >
        <fieldset>
          <legend>About you</legend>
          <AboutFields refill={refill} wrong={wrong} />
        </fieldset>
        <fieldset className="for-student">
          <legend>Student Information</legend>
          <StudentFields refill={refill} wrong={wrong} level={values.educationLevel} today={today} />
          <FileField
            kind="resume"
            label="Résumé"
            accepts="PDF or Word"
            maxBytes={fileMaxBytes}
            error={wrong.resume}
            upload={resume}
            state={resumeState}
          />
        </fieldset>
        <fieldset className="for-others">
          <legend>Professional Information</legend>
          <TextField
            id="companyUrl"
            label="Company URL"
            optional
            hint="Like https://example.in"
            error={wrong.companyUrl}
            type="url"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            enterKeyHint="next"
            spellCheck={false}
            defaultValue={refill.companyUrl}
          />
          <FileField
            kind="portfolio"
            label="Portfolio"
            accepts="PDF, Word or ZIP"
            maxBytes={fileMaxBytes}
            error={wrong.portfolio}
            upload={portfolio}
            state={portfolioState}
          />
        </fieldset>
        <fieldset>
          <legend>Your password</legend>
          <PasswordField
            id="password"
            label="Password"
            shows="password"
            hint="At least 8 characters. Capitals, digits and symbols make it stronger."
            error={wrong.password}
            autoComplete="new-password"
            enterKeyHint="next"
          >
            <StrengthBar password={values.password} />
          </PasswordField>
          <PasswordField
            id="confirmPassword"
            label="Confirm password"
            shows="confirmed password"
            error={wrong.confirmPassword}
            autoComplete="new-password"
            enterKeyHint="go"
          >
            <MatchHint password={values.password} confirmed={values.confirmPassword} />
          </PasswordField>
        </fieldset>
        <div className="form-end">
          <Agreement refill={refill} wrong={wrong} needsGuardian={needsGuardian(values, new Date(today))} />
          <p className="sm" role="status" hidden={!isWaitingForFile}>
            {isWaitingForFile && "Your file is still on its way. Your account is made as soon as it has arrived."}
          </p>
          <div className="actions">
            <Button busy={isBusy} busyLabel="Creating Account...">
              Create Account
            </Button>
          </div>
          <p>
            Already have an account? <Link to="/signin">Sign in here</Link>
          </p>
        </div>
      </Form>
    </>
  );
}

/** The words for a chosen file that did not get here. */
function unsentWords(state: UploadState): string | null {
  return state.phase === "refused" || state.phase === "stopped" ? state.words : null;
}

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** What stands under the first failure: how many answers are concerned, what was kept, and another way on. */
function SummaryText({ answer, count, passwordsGone }: SummaryTextProps) {
  return (
    <>
      {count > 0 && (
        <p>
          {COUNTS[count] ?? count} {count === 1 ? "answer needs" : "answers need"} another look.{" "}
          {!passwordsGone && "We kept everything you typed."}
        </p>
      )}
      {passwordsGone && <p>We kept everything you typed, but not your passwords: please enter them again.</p>}
      {answer?.wayOn === "sign-in" && (
        <p>
          <Link to="/login">Go to the sign-in page</Link>
        </p>
      )}
    </>
  );
}

interface SummaryTextProps {
  /** The server's last answer, when the summary is about that. */
  answer: SignUpAnswer | null;
  /** How many fields are marked. */
  count: number;
  /** True when the page came from the server anew: passwords are never written into one. */
  passwordsGone: boolean;
}
