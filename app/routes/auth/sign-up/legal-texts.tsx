// The two texts that somebody agrees to, in a module that is fetched when one of them is opened.
import { LegalText } from "../../../components/legal-text";
import { PRIVACY } from "../../../content/legal/privacy";
import { TERMS } from "../../../content/legal/terms";

export const termsText = <LegalText document={TERMS} headingLevel={3} />;
export const privacyText = <LegalText document={PRIVACY} headingLevel={3} />;
