import { cx } from "class-variance-authority";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button";

const BODY = "overflow-y-auto overscroll-contain px-6 py-5 focus-visible:-outline-offset-3";

function firstField(dialog: Element): HTMLInputElement | null {
  return dialog.querySelector("input:not([type=hidden])");
}

/** Scrolls to the first field and the button under it while the field has the focus: a phone's keyboard leaves little of the form visible. */
function showForm(dialog: Element): void {
  const field = firstField(dialog);
  if (!field || field !== document.activeElement) return;
  dialog.querySelector("form button")?.parentElement?.scrollIntoView({ block: "nearest" });
  field.scrollIntoView({ block: "nearest" });
}

interface DialogProps {
  title: string;
  onClose: () => void;
  /** True when the children are a form with its own buttons. A click on the backdrop then does not close it, so no input is lost. */
  isForm?: boolean;
  children: ReactNode;
}

/** A native modal dialog: it keeps focus inside, closes on Escape, and returns focus to the element that opened it. */
export function Dialog({ title, onClose, isForm = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (!dialog.current || dialog.current.open) return;
    dialog.current.showModal();
    // By default the browser focuses the scrolling element when the content scrolls.
    if (isForm) firstField(dialog.current)?.focus();
  }, [isForm]);
  useEffect(() => {
    if (!dialog.current || !isForm) return;
    const observer = new ResizeObserver(([entry]) => entry && showForm(entry.target));
    observer.observe(dialog.current);
    return () => observer.disconnect();
  }, [isForm]);
  return (
    // A click on the backdrop has the dialog itself as target, since the content covers all of its box.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it from the keyboard.
    <dialog
      className={cx(
        "surface m-auto flex max-h-[min(42rem,100dvh-2rem)] w-[min(36rem,100%-2rem)] flex-col text-ink floating backdrop:bg-[oklch(0.17_0.06_266/0.72)] not-open:hidden forced-colors:border",
        // On a low screen the title of a form scrolls with it.
        isForm && "[@media(max-height:30rem)]:block",
      )}
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => !isForm && event.target === dialog.current && dialog.current?.close()}
    >
      <header className="cloth hem flex-none px-6 pt-4.5 pb-6.5">
        <h2 id={titleId} className="text-xl">
          {title}
        </h2>
      </header>
      {isForm ? (
        <div className={BODY}>{children}</div>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it. */}
          <section className={BODY} aria-labelledby={titleId} tabIndex={0}>
            {children}
          </section>
          <footer className="flex-none border-t border-line px-6 py-4">
            <Button type="button" variant="outline" size="small" onClick={() => dialog.current?.close()}>
              Close
            </Button>
          </footer>
        </>
      )}
    </dialog>
  );
}
