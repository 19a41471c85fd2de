// What somebody agrees to before joining, and the two texts to read.
import { useState } from "react";
import { LegalText } from "../../../components/legal-text";
import { GuardianField } from "../../../components/profile/guardian-field";
import { CheckField } from "../../../components/ui/check-field";
import { Dialog } from "../../../components/ui/dialog";
import { PRIVACY } from "../../../content/legal/privacy";
import type { LegalDocument } from "../../../content/legal/section";
import { TERMS } from "../../../content/legal/terms";
import { useHydrated } from "../../../lib/use-hydrated";
import type { EntryField, Refill } from "./entry";

interface AgreementProps {
  refill: Refill;
  wrong: Partial<Record<EntryField, string>>;
  /** True when the date of birth says under 18. */
  needsGuardian: boolean;
}

export function Agreement({ refill, wrong, needsGuardian }: AgreementProps) {
  const [open, setOpen] = useState<LegalDocument | null>(null);
  return (
    <>
      <CheckField
        id="agree"
        label={
          <>
            I agree to the <LegalLink text={TERMS} path="/terms" onOpen={setOpen} /> and the{" "}
            <LegalLink text={PRIVACY} path="/privacy" onOpen={setOpen} />
          </>
        }
        error={wrong.agree}
        defaultChecked={refill.agree}
        required
      />
      <GuardianField isNeeded={needsGuardian} error={wrong.guardianAgree} defaultChecked={refill.guardianAgree} />
      {open && (
        <Dialog title={open.title} onClose={() => setOpen(null)}>
          <LegalText document={open} headingLevel={3} />
        </Dialog>
      )}
    </>
  );
}

/** Opens a legal text over the form; without scripts, in a tab of its own, so that the form stays as it is. */
function LegalLink({
  text,
  path,
  onOpen,
}: {
  text: LegalDocument;
  path: string;
  onOpen: (text: LegalDocument) => void;
}) {
  if (useHydrated()) {
    return (
      <button type="button" className="link-button" aria-haspopup="dialog" onClick={() => onOpen(text)}>
        {text.title}
      </button>
    );
  }
  return (
    <a href={path} target="_blank" rel="noopener">
      {text.title}
    </a>
  );
}
