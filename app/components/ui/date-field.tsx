import type { ComponentPropsWithoutRef } from "react";
import { ariaAttributes, Field, type FieldText, inputVariants } from "./field";

type DateFieldProps = FieldText & Omit<ComponentPropsWithoutRef<"input">, keyof FieldText | "type">;

/** A native date input with our own calendar icon. */
export function DateField({ id, label, hint, error, optional, ...input }: DateFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional}>
      <span className="relative block max-w-52">
        <input
          id={id}
          name={id}
          type="date"
          className={inputVariants({ className: "date-input" })}
          {...ariaAttributes({ id, hint, error })}
          {...input}
        />
        <svg
          className="date-icon pointer-events-none absolute top-1/2 right-3.25 w-6 -translate-y-1/2 fill-none stroke-ink"
          viewBox="0 0 24 24"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M4 6.5h16v13H4zM4 10.5h16M8.5 4v4M15.5 4v4" strokeWidth="1.8" />
          <path d="M8.5 14h0M12 14h0M15.5 14h0M8.5 17h0M12 17h0" strokeWidth="2.2" />
        </svg>
      </span>
    </Field>
  );
}
