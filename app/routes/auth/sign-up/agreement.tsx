// The checkboxes for terms, privacy policy and a guardian's consent. The two texts open in a dialog.

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
  /** True for a student under 18. */
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
  const openText = (text: LegalTextName) => {
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
            I agree to the <LegalLink text="terms" isLoading={loading === "terms"} onOpen={openText} /> and the{" "}
            <LegalLink text="privacy" isLoading={loading === "privacy"} onOpen={openText} />
          </>
        }
        error={errors.agree}
        defaultChecked={defaultValues.agree}
        required
      />
      <p role="status" className="sr-only">
        {loading && "Fetching the text..."}
      </p>
      {failed && <TextLoadError text={failed} />}
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

/** Opens a legal text in a dialog or, before hydration, in a new tab, so that the input in the form is not lost. */
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

/** Shown when the dialog could not be loaded. */
function TextLoadError({ text }: { text: LegalTextName }) {
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
