import type { ReactNode, Ref } from "react";
import { ariaAttributes, FieldError, type FieldText, fieldAttributes, Hint } from "./field";

/** The classes of a row with a checkbox and its label. Links in the label lie above the checkbox's enlarged target. */
export const CHECK = "flex items-start gap-3.5 py-2.5 leading-relaxed [&_:is(a,button)]:relative";

/** A checkbox with its label. */
export function CheckField({
  id,
  label,
  hint,
  error,
  defaultChecked,
  required,
  className,
  ref,
}: Omit<FieldText, "optional"> & {
  label: ReactNode;
  defaultChecked?: boolean;
  required?: boolean;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}) {
  return (
    <div {...fieldAttributes(error, className)}>
      {error && <FieldError id={id}>{error}</FieldError>}
      <div className={CHECK}>
        <input
          type="checkbox"
          ref={ref}
          className="check-box"
          id={id}
          name={id}
          value="yes"
          defaultChecked={defaultChecked}
          required={required}
          {...ariaAttributes({ id, hint, error })}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {hint && <Hint id={id}>{hint}</Hint>}
    </div>
  );
}
