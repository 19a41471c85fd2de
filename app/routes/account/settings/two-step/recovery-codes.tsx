// New recovery codes. They are shown once: to copy, to print, to write down.
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Actions } from "../../../../components/ui/actions";
import { Button, buttonVariants } from "../../../../components/ui/button";
import { BRAND } from "../../../../content/brand";
import { formatDate } from "../../../../lib/format-date";
import { useHydrated } from "../../../../navigation/use-hydrated";
import { AuthPage } from "../../../auth/auth-page";
import { TWO_STEP_PATH } from "./form-data";

export interface NewRecoveryCodes {
  /** Ten letters and digits each. */
  recoveryCodes: string[];
  /** ISO 8601. */
  madeAt: string;
}

const KEEPING = {
  title: "Where to keep them",
  children: (
    <ul className="tied mt-5 grid gap-2">
      <li>On paper, where you find it without your phone.</li>
      <li>In a password manager, if you use one.</li>
      <li>Not on the phone with the app: they are for the day when it is lost.</li>
      <li>Tell them to nobody. We never ask for them by phone or message.</li>
    </ul>
  ),
};

/** The two halves are easier to read and to type. Whoever types one may leave the space out. */
function formatCode(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`;
}

export function RecoveryCodesPage({ codes, lead }: { codes: NewRecoveryCodes; lead: ReactNode }) {
  const shown = codes.recoveryCodes.map(formatCode);
  return (
    <AuthPage
      title="Save your recovery codes"
      lead={<span className="print:hidden">{lead}</span>}
      aside={KEEPING}
      isResult
    >
      <p className="mt-4 max-w-form">
        A recovery code lets you in when you do not have your phone. Each works once.{" "}
        <span className="print:hidden">
          Write them down or print them: <b>you see them only now.</b>
        </span>
      </p>
      <ol className="mt-6 grid max-w-form grid-cols-1 gap-x-8 border-l-5 border-dye bg-tint px-5 py-3.5 xs:grid-cols-2 print:grid-cols-1 print:border-0 print:bg-transparent print:px-0">
        {shown.map((code) => (
          <li key={code} className="py-1.5">
            <code className="text-lg font-semibold">{code}</code>
          </li>
        ))}
      </ol>
      <p className="mt-4 hidden print:block">
        Recovery codes for {BRAND.name} of {formatDate(codes.madeAt.slice(0, 10))}. Codes from before do not work any
        more.
      </p>
      <CopyAndPrint text={shown.join("\n")} />
      <Actions className="mt-8">
        <Link className={buttonVariants()} to={TWO_STEP_PATH} replace>
          I have saved them
        </Link>
      </Actions>
    </AuthPage>
  );
}

const COPY_MESSAGES = { yes: "Copied.", no: "Your browser did not allow it. Write them down, or print them." };

/** Both need JavaScript. Without it the browser's own menu prints the page. */
function CopyAndPrint({ text }: { text: string }) {
  const [copied, setCopied] = useState<keyof typeof COPY_MESSAGES>();
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied("yes");
    } catch (error) {
      console.warn("the recovery codes could not be copied", error);
      setCopied("no");
    }
  };
  return (
    <Actions className="mt-6">
      <Button type="button" variant="outline" onClick={copy}>
        Copy them
      </Button>
      <Button type="button" variant="outline" onClick={() => window.print()}>
        Print them
      </Button>
      <span role="status">{copied && COPY_MESSAGES[copied]}</span>
    </Actions>
  );
}
