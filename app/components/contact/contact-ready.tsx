import { useEffect, useId, useState } from "react";
import { BRAND } from "../../content/brand";
import { useHydrated } from "../../navigation/use-hydrated";
import { Actions } from "../ui/actions";
import { buttonVariants } from "../ui/button";
import { useFocusOnResult } from "../ui/use-focus-on-result";
import { type ContactMessage, contactHref, contactText } from "./contact-message";

interface ContactReadyProps {
  message: ContactMessage;
  /** Changes with every submission, so that the panel takes focus each time. */
  attempt: number;
}

const COPY_MESSAGES = { yes: "Copied.", no: "Your browser did not allow it. Select the text below." };

/** A valid message: a link that opens it in a mail program, and its text to copy. */
export function ContactReady({ message, attempt }: ContactReadyProps) {
  const panel = useFocusOnResult<HTMLElement>(attempt);
  const [copied, setCopied] = useState<keyof typeof COPY_MESSAGES>();
  const titleId = useId();
  const canCopy = useHydrated();
  const text = contactText(message);

  useEffect(() => setCopied(undefined), [attempt]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied("yes");
    } catch (error) {
      console.warn("the message could not be copied", error);
      setCopied("no");
    }
  };

  return (
    <section
      className="mb-10 max-w-form border-l-5 border-leaf bg-leaf-tint px-5 pt-5 pb-5.5 *:not-first:mt-3.5"
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
    >
      <h3 id={titleId}>Your message is ready, and not sent yet</h3>
      <p>
        Send it from your own mail program. If none opened, copy the message and mail it to <b>{BRAND.email}</b> from
        wherever you write.
      </p>
      <Actions as="p">
        <a className={buttonVariants({ variant: "outline" })} href={contactHref(message)}>
          Open in mail program
        </a>
        {canCopy && (
          <button className={buttonVariants({ variant: "outline" })} type="button" onClick={copy}>
            Copy message
          </button>
        )}
        {canCopy && <span role="status">{copied && COPY_MESSAGES[copied]}</span>}
      </Actions>
      <pre className="mb-3.75 max-h-64 overflow-y-auto bg-surface px-4 py-3.5 font-sans text-sm/body whitespace-pre-wrap select-all">
        {text}
      </pre>
    </section>
  );
}
