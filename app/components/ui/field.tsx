// The parts of every form field: label, hint and error, and the attributes that connect them with the control.
import { cva, cx } from "class-variance-authority";
import type { ReactNode } from "react";

/** The texts around a control. */
export interface FieldText {
  /** The control's id, and its name unless `name` is given. The ids of hint and error are derived from it. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The error message, if there is an error. */
  error?: string | undefined;
  optional?: boolean;
}

/** The ARIA attributes that connect a control with its hint and its error (WCAG 1.3.1, 3.3.1). */
export function ariaAttributes({ id, hint, error }: Pick<FieldText, "id" | "hint" | "error">) {
  const ids = [hint ? `${id}-hint` : "", error ? `${id}-wrong` : ""].filter(Boolean).join(" ");
  return { "aria-describedby": ids || undefined, "aria-invalid": error ? true : undefined } as const;
}

/**
 * The attributes of the element around a field: its classes, `data-field`, to which the error summary scrolls, and `data-invalid`
 * while it has an error, which styles the control.
 */
export function fieldAttributes(error: string | undefined, className?: string) {
  return {
    className: cx("group/field mt-6.5 data-invalid:border-l-4 data-invalid:border-clay data-invalid:pl-4", className),
    "data-field": "",
    "data-invalid": error ? "" : undefined,
  };
}

/** The classes of a label or legend. */
export const LABEL = "mb-1.5 block font-semibold";

/** The classes of an input, a select and a text area. */
export const inputVariants = cva(
  [
    "block w-full rounded-control border-control border-edge bg-surface py-2.5 pl-3.5 text-ink",
    "hover:border-ink focus-visible:border-ink focus-visible:outline-offset-0",
    "group-data-invalid/field:border-2 group-data-invalid/field:border-clay!",
  ],
  {
    variants: {
      size: {
        normal: "min-h-12 leading-normal",
        /** For a one-time code: large digits. */
        code: "min-h-14 max-w-52 font-display text-2xl/tight font-bold tracking-code tabular-nums",
      },
      /** What lies over the end of the input. */
      end: { nothing: "pr-3.5", icon: "pr-10", button: "pr-21" },
    },
    defaultVariants: { size: "normal", end: "nothing" },
  },
);

/** The classes of a text line between label and control. */
export const HINT = "mb-2 text-sm text-pretty text-ink-soft";

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={HINT} id={`${id}-hint`}>
      {children}
    </p>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="mb-2 flex gap-2 text-ui/normal font-semibold text-pretty text-clay mark-clay" id={`${id}-wrong`}>
      <span>
        <span className="sr-only">Error: </span>
        {children}
      </span>
    </p>
  );
}

function LabelText({ label, optional }: Pick<FieldText, "label" | "optional">) {
  return (
    <>
      {label}
      {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
    </>
  );
}

/** A field: label, hint, error, then the control as `children`. */
export function Field({
  id,
  label,
  hint,
  error,
  optional,
  className,
  children,
}: FieldText & { className?: string; children: ReactNode }) {
  return (
    <div {...fieldAttributes(error, className)}>
      <label className={LABEL} htmlFor={id}>
        <LabelText label={label} optional={optional} />
      </label>
      {hint && <Hint id={id}>{hint}</Hint>}
      {error && <FieldError id={id}>{error}</FieldError>}
      {children}
    </div>
  );
}
