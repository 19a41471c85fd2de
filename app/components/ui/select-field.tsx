import type { ComponentPropsWithoutRef, ReactNode, Ref } from "react";
import { ariaAttributes, Field, type FieldText, inputVariants } from "./field";

type SelectProps = Omit<ComponentPropsWithoutRef<"select">, keyof FieldText> & { ref?: Ref<HTMLSelectElement> };

/** A native select with our own arrow. */
export function Select({ children, ...select }: ComponentPropsWithoutRef<"select"> & { ref?: Ref<HTMLSelectElement> }) {
  return (
    <span className="relative block">
      <select
        className={inputVariants({ end: "icon", className: "appearance-none text-ellipsis *:bg-surface *:text-ink" })}
        {...select}
      >
        {children}
      </select>
      <svg
        className="pointer-events-none absolute top-1/2 right-4 w-3.25 -translate-y-1/2 fill-none stroke-ink"
        viewBox="0 0 12 8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M1.5 1.5 6 6l4.5-4.5" strokeWidth="2" />
      </svg>
    </span>
  );
}

/** A select with its label. The first option is `prompt`, with an empty value; `children` are the other options. */
export function SelectField({
  id,
  label,
  hint,
  error,
  optional,
  fieldClass,
  prompt = "Choose one",
  children,
  ...select
}: FieldText & SelectProps & { fieldClass?: string; prompt?: string; children: ReactNode }) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} className={fieldClass}>
      <Select id={id} name={id} {...ariaAttributes({ id, hint, error })} {...select}>
        <option value="">{prompt}</option>
        {children}
      </Select>
    </Field>
  );
}

/** One option for each string of a list. */
export function Options({ of }: { of: readonly string[] }) {
  return of.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ));
}
