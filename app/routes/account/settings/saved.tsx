import { type ReactNode, useEffect, useRef } from "react";
import { statusVariants } from "../../../components/ui/status";

/** The message after a form was saved. It takes focus, as an error summary does, so that it is seen and read. */
export function Saved({
  success,
  children,
}: {
  /** Each new object is another success, and moves the focus again. */
  success: object;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [success]);
  return (
    // `autoFocus` moves the focus without JavaScript.
    // biome-ignore lint/a11y/noAutofocus: the result of the form is what the visitor needs first
    <div className={statusVariants({ place: "section" })} role="status" tabIndex={-1} ref={box} autoFocus>
      <span>{children}</span>
    </div>
  );
}
