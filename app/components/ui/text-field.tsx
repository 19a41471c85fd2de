import type { ComponentPropsWithoutRef } from "react";
import { ariaAttributes, Field, type FieldText, inputVariants } from "./field";

type TextFieldProps = FieldText & Omit<ComponentPropsWithoutRef<"input">, keyof FieldText> & { fieldClass?: string };

/** A one-line text input with its label. All other props go to the input. */
export function TextField({ id, label, hint, error, optional, className, fieldClass, ...input }: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} className={fieldClass}>
      <input
        id={id}
        name={id}
        type="text"
        className={inputVariants({ className })}
        {...ariaAttributes({ id, hint, error })}
        {...input}
      />
    </Field>
  );
}
