import { type ReactNode, useEffect, useRef } from "react";
import { statusVariants } from "../../../components/ui/status";

/** Says in place that something was changed. Takes focus each time, as an error does, so that nobody has to look for it. */
export function Saved({
  round,
  children,
}: {
  /** Another object after each success. */ round: object;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [round]);
  return (
    // Without scripts the browser gives it the focus.
    // biome-ignore lint/a11y/noAutofocus: what became of the form is read first
    <div className={statusVariants({ place: "section" })} role="status" tabIndex={-1} ref={box} autoFocus>
      <span>{children}</span>
    </div>
  );
}
