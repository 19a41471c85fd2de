import type { VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";
import { statusVariants } from "../../../components/ui/status";
import { useFocusOnResult } from "../../../components/ui/use-focus-on-result";

/** The message after a form was saved. */
export function Saved({
  success,
  children,
}: {
  /** Each new object is another success, and moves the focus again. */
  success: object;
  children: ReactNode;
}) {
  return <FocusedStatus event={success}>{children}</FocusedStatus>;
}

interface FocusedStatusProps extends Pick<VariantProps<typeof statusVariants>, "tone"> {
  /** Each new value moves the focus again. */
  event: unknown;
  children: ReactNode;
}

/** A message about no error. It takes focus, as an error summary does, so that it is seen and read. */
export function FocusedStatus({ tone, event, children }: FocusedStatusProps) {
  const box = useFocusOnResult<HTMLDivElement>(event);
  return (
    // `autoFocus` moves the focus without JavaScript.
    // biome-ignore lint/a11y/noAutofocus: the result of the form is what the visitor needs first
    <div className={statusVariants({ tone, place: "section" })} role="status" tabIndex={-1} ref={box} autoFocus>
      <span>{children}</span>
    </div>
  );
}
