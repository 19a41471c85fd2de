import { type ComponentPropsWithoutRef, type ReactNode, useState } from "react";
import { useHydrated } from "../../navigation/use-hydrated";
import { ariaAttributes, Field, type FieldText, inputVariants } from "./field";

type PasswordFieldProps = FieldText &
  Omit<ComponentPropsWithoutRef<"input">, keyof FieldText | "type" | "defaultValue" | "value" | "children"> & {
    /** What the toggle shows or hides, for its accessible name: "password", "confirm password". */
    shows: string;
    /** Shown under the input: the strength bar, the match hint. */
    children?: ReactNode;
  };

/** A password input with a toggle to show it. It accepts no value, so that no password is ever written into HTML. */
export function PasswordField({ id, label, hint, error, optional, shows, children, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional}>
      <div className="relative">
        <input
          id={id}
          name={id}
          type={shown ? "text" : "password"}
          className={inputVariants({ end: "button", className: "[&::-ms-reveal]:hidden" })}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          {...ariaAttributes({ id, hint, error })}
          {...input}
        />
        {hydrated && (
          <button
            type="button"
            className="absolute inset-y-0.5 right-0.5 min-w-18 cursor-pointer rounded-control text-ui/none font-semibold text-link underline focus-visible:-outline-offset-3"
            aria-controls={id}
            aria-label={`${shown ? "Hide" : "Show"} ${shows}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? "Hide" : "Show"}
          </button>
        )}
      </div>
      {children}
    </Field>
  );
}
