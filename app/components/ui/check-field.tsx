import type { ReactNode } from "react";
import { describe, type FieldWords, fieldClass, Hint, Wrong } from "./field";

/** One box to tick, its label beside it. */
export function CheckField({
  id,
  label,
  hint,
  error,
  defaultChecked,
  required,
  className,
}: Omit<FieldWords, "optional"> & {
  label: ReactNode;
  defaultChecked?: boolean;
  required?: boolean;
  className?: string;
}) {
  return (
    <div className={fieldClass(error, className)}>
      {error && <Wrong id={id}>{error}</Wrong>}
      <div className="check">
        <input
          type="checkbox"
          id={id}
          name={id}
          value="yes"
          defaultChecked={defaultChecked}
          required={required}
          {...describe({ id, hint, error })}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {hint && <Hint id={id}>{hint}</Hint>}
    </div>
  );
}
