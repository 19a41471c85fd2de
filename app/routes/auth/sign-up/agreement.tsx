// What somebody agrees to before joining, and the two texts to read.

import { useState } from "react";
import { GuardianField } from "../../../components/profile/guardian-field";
import { CheckField } from "../../../components/ui/check-field";
import { linkVariants } from "../../../components/ui/link-variants";
import { PRIVACY_TITLE, TERMS_TITLE } from "../../../content/legal/titles";
import { useHydrated } from "../../../navigation/use-hydrated";
import { useLazyComponent } from "../../../navigation/use-lazy-component";
import type { SignUpErrors } from "./errors";
import type { DefaultValues } from "./form-data";

const LEGAL_TEXTS = {
  terms: { title: TERMS_TITLE, path: "/terms" },
  privacy: { title: PRIVACY_TITLE, path: "/privacy" },
};
type LegalTextName = keyof typeof LEGAL_TEXTS;

interface AgreementProps {
  defaultValues: DefaultValues;
  errors: SignUpErrors["fields"];
  /** True when the date of birth says under 18. */
  needsGuardian: boolean;
}

export function Agreement({ defaultValues, errors, needsGuardian }: AgreementProps) {
  const [open, setOpen] = useState<LegalTextName | null>(null);
  const [failed, setFailed] = useState<LegalTextName | null>(null);
  const LegalDialog = useLazyComponent(
    open !== null,
    async () => (await import("./legal-dialog")).LegalDialog,
    () => {
      setFailed(open);
      setOpen(null);
    },
  );
  const read = (text: LegalTextName) => {
    setFailed(null);
    setOpen(text);
  };
  const loading = LegalDialog ? null : open;
  return (
    <>
      <CheckField
        id="agree"
        label={
          <>
            I agree to the <LegalLink text="terms" isLoading={loading === "terms"} onOpen={read} /> and the{" "}
            <LegalLink text="privacy" isLoading={loading === "privacy"} onOpen={read} />
          </>
        }
        error={errors.agree}
        defaultChecked={defaultValues.agree}
        required
      />
      <p role="status" className="sr-only">
        {loading && "Fetching the text..."}
      </p>
      {failed && <NotFetched text={failed} />}
      <GuardianField
        isNeeded={needsGuardian}
        error={errors.guardianAgree}
        defaultChecked={defaultValues.guardianAgree}
      />
      {open && LegalDialog && <LegalDialog text={open} title={LEGAL_TEXTS[open].title} onClose={() => setOpen(null)} />}
    </>
  );
}

interface LegalLinkProps {
  text: LegalTextName;
  isLoading: boolean;
  onOpen: (text: LegalTextName) => void;
}

/** Opens a legal text over the form; without scripts, in a tab of its own, so that the form stays as it is. */
function LegalLink({ text, isLoading, onOpen }: LegalLinkProps) {
  const { title, path } = LEGAL_TEXTS[text];
  if (useHydrated()) {
    return (
      <button
        type="button"
        className={linkVariants({ button: true })}
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onClick={() => onOpen(text)}
      >
        {title}
      </button>
    );
  }
  return (
    <a href={path} target="_blank" rel="noopener">
      {title}
    </a>
  );
}

/** Links to the page of a text that could not be fetched. The form stays as it is. */
function NotFetched({ text }: { text: LegalTextName }) {
  return (
    <p role="alert">
      This text did not get to your browser. Open it again, or{" "}
      <a href={LEGAL_TEXTS[text].path} target="_blank" rel="noopener">
        read it on its own page
      </a>
      .
    </p>
  );
}
