import type { ComponentPropsWithoutRef } from "react";
import { describe, Field, type FieldText, inputVariants } from "./field";

type CodeFieldProps = Omit<FieldText, "optional"> & Omit<ComponentPropsWithoutRef<"input">, keyof FieldText | "type">;

/**
 * A one-time code: phones offer it from the mail and show digits to type. It takes a code as it is read or pasted, "123 456" too,
 * so it has no length of its own.
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
        {...describe({ id, hint, error })}
        {...input}
      />
    </Field>
  );
}
