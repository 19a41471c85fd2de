// What every form field has around its control: label, hint, error, and the attributes that tie them together.
import type { ReactNode } from "react";

/** The words around a control. */
export interface FieldWords {
  /** The control's id and, unless told otherwise, its name; the hint and the error derive theirs from it. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the answer; undefined when nothing is known to be. */
  error?: string | undefined;
  optional?: boolean;
}

/** The attributes by which a control points at its hint and its error (WCAG 1.3.1, 3.3.1). */
export function describe({ id, hint, error }: Pick<FieldWords, "id" | "hint" | "error">) {
  const ids = [hint ? `${id}-hint` : "", error ? `${id}-wrong` : ""].filter(Boolean).join(" ");
  return { "aria-describedby": ids || undefined, "aria-invalid": error ? true : undefined } as const;
}

/** "field", and "is-wrong" beside it when there is an error. */
export function fieldClass(error: string | undefined, extra = ""): string {
  return `field${error ? " is-wrong" : ""}${extra ? ` ${extra}` : ""}`;
}

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="hint" id={`${id}-hint`}>
      {children}
    </p>
  );
}

export function Wrong({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="wrong" id={`${id}-wrong`}>
      <span>
        <span className="visually-hidden">Error: </span>
        {children}
      </span>
    </p>
  );
}

function LabelText({ label, optional }: Pick<FieldWords, "label" | "optional">) {
  return (
    <>
      {label}
      {optional && <span className="optional"> (optional)</span>}
    </>
  );
}

/** A label above, its hint, its error, then the control. */
export function Field({
  id,
  label,
  hint,
  error,
  optional,
  className,
  children,
}: FieldWords & { className?: string; children: ReactNode }) {
  return (
    <div className={fieldClass(error, className)}>
      <label htmlFor={id}>
        <LabelText label={label} optional={optional} />
      </label>
      {hint && <Hint id={id}>{hint}</Hint>}
      {error && <Wrong id={id}>{error}</Wrong>}
      {children}
    </div>
  );
}
