import type { ComponentPropsWithoutRef } from "react";
import { ariaAttributes, Field, type FieldText, inputVariants } from "./field";

type CodeFieldProps = Omit<FieldText, "optional"> & Omit<ComponentPropsWithoutRef<"input">, keyof FieldText | "type">;

/**
 * The field for a one-time code. Phones suggest the code from the mail and show a numeric keyboard. It has no `maxLength`, since a
 * code may be pasted with spaces: "123 456".
 */
export function CodeField({ id, label, hint, error, ...input }: CodeFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        id={id}
        name={id}
        type="text"
        className={inputVariants({ size: "code" })}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        enterKeyHint="go"
        spellCheck={false}
        required
        {...ariaAttributes({ id, hint, error })}
        {...input}
      />
    </Field>
  );
}
