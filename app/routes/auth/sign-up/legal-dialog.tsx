// A legal text in a dialog. The module is loaded when a text is opened, since the texts are long.
import { LegalText } from "../../../components/legal-text";
import { Dialog } from "../../../components/ui/dialog";
import { PRIVACY } from "../../../content/legal/privacy";
import { TERMS } from "../../../content/legal/terms";

const TEXTS = { terms: TERMS, privacy: PRIVACY };

interface LegalDialogProps {
  text: keyof typeof TEXTS;
  title: string;
  onClose: () => void;
}

export function LegalDialog({ text, title, onClose }: LegalDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <LegalText document={TEXTS[text]} headingLevel={3} />
    </Dialog>
  );
}
