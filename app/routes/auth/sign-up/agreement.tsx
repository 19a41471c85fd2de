// What somebody agrees to before joining, and the two texts to read.
import { useState } from "react";
import { GuardianField } from "../../../components/profile/guardian-field";
import { CheckField } from "../../../components/ui/check-field";
import { PRIVACY_TITLE, TERMS_TITLE } from "../../../content/legal/titles";
import { useHydrated } from "../../../lib/use-hydrated";
import type { EntryField, Refill } from "./entry";
import { LegalDialog, type LegalTextSource } from "./legal-dialog";

const TERMS: LegalTextSource = {
  title: TERMS_TITLE,
  path: "/terms",
  load: async () => (await import("./legal-texts")).termsText,
};
const PRIVACY: LegalTextSource = {
  title: PRIVACY_TITLE,
  path: "/privacy",
  load: async () => (await import("./legal-texts")).privacyText,
};

interface AgreementProps {
  refill: Refill;
  wrong: Partial<Record<EntryField, string>>;
  /** True when the date of birth says under 18. */
  needsGuardian: boolean;
}

export function Agreement({ refill, wrong, needsGuardian }: AgreementProps) {
  const [open, setOpen] = useState<LegalTextSource | null>(null);
  return (
    <>
      <CheckField
        id="agree"
        label={
          <>
            I agree to the <LegalLink text={TERMS} onOpen={setOpen} /> and the{" "}
            <LegalLink text={PRIVACY} onOpen={setOpen} />
          </>
        }
        error={wrong.agree}
        defaultChecked={refill.agree}
        required
      />
      <GuardianField isNeeded={needsGuardian} error={wrong.guardianAgree} defaultChecked={refill.guardianAgree} />
      {open && <LegalDialog text={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Opens a legal text over the form; without scripts, in a tab of its own, so that the form stays as it is. */
function LegalLink({ text, onOpen }: { text: LegalTextSource; onOpen: (text: LegalTextSource) => void }) {
  if (useHydrated()) {
    return (
      <button type="button" className="link-button" aria-haspopup="dialog" onClick={() => onOpen(text)}>
        {text.title}
      </button>
    );
  }
  return (
    <a href={text.path} target="_blank" rel="noopener">
      {text.title}
    </a>
  );
}
