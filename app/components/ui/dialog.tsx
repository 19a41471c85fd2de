import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button";

interface DialogProps {
  title: string;
  onClose: () => void;
  /** True when it asks for something: it has buttons of its own, and no press beside it throws away what was typed. */
  isForm?: boolean;
  children: ReactNode;
}

/** A modal dialog on the browser's own: it keeps focus inside, closes on Escape, and gives focus back to what opened it. */
export function Dialog({ title, onClose, isForm = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (!dialog.current || dialog.current.open) return;
    dialog.current.showModal();
    // Where the dialog's content scrolls, the browser focuses the box that scrolls instead.
    if (isForm) dialog.current.querySelector<HTMLInputElement>("input:not([type=hidden])")?.focus();
  }, [isForm]);
  return (
    // A press on the backdrop lands on the dialog itself, since its content covers all of its box.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it from the keyboard.
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => !isForm && event.target === dialog.current && dialog.current?.close()}
    >
      <header className="cloth hem">
        <h2 id={titleId}>{title}</h2>
      </header>
      {isForm ? (
        <div className="dialog-body">{children}</div>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it. */}
          <section className="dialog-body" aria-labelledby={titleId} tabIndex={0}>
            {children}
          </section>
          <footer>
            <Button type="button" look="outline" small onClick={() => dialog.current?.close()}>
              Close
            </Button>
          </footer>
        </>
      )}
    </dialog>
  );
}
