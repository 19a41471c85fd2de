import { cx } from "class-variance-authority";
import { ariaAttributes, FieldError, type FieldText, fieldAttributes, Hint, LABEL } from "./field";

/** The classes of a card. The whole card is the target of its radio button. */
const CARD = [
  "relative flex min-h-13 cursor-pointer items-center gap-[min(0.75rem,3.5vw)] rounded-control border-control border-edge bg-surface",
  "px-[min(0.875rem,4vw)] py-2 leading-snug hover:border-ink group-data-invalid/field:border-2 group-data-invalid/field:border-clay!",
  "has-checked:border-ink has-checked:font-semibold has-checked:inset-shadow-chosen",
  "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
].join(" ");

interface RadioCardsProps extends FieldText {
  choices: readonly { value: string; note: string }[];
  defaultValue?: string;
}

/** A group of radio buttons, each on a card large enough to touch. The first radio button has the field's id, for error links. */
export function RadioCards({ id, label, hint, error, choices, defaultValue }: RadioCardsProps) {
  return (
    // WAI-ARIA 1.2 allows aria-invalid and aria-required on a radiogroup, but not on a plain fieldset.
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a fieldset may have this role (ARIA in HTML)
    <fieldset {...fieldAttributes(error)} role="radiogroup" aria-required {...ariaAttributes({ id, hint, error })}>
      <legend className={LABEL}>{label}</legend>
      {hint && <Hint id={id}>{hint}</Hint>}
      {error && <FieldError id={id}>{error}</FieldError>}
      <div className="grid grid-cols-1 gap-2 xs:grid-cols-2">
        {choices.map(({ value, note }, index) => (
          <label className={cx(CARD, index === 0 && choices.length % 2 === 1 && "xs:col-span-2")} key={value}>
            <input
              type="radio"
              className="radio"
              id={index === 0 ? id : `${id}-${index + 1}`}
              name={id}
              value={value}
              defaultChecked={value === defaultValue}
              required
            />
            <span className="min-w-0 text-[min(1em,8.5vw)]">
              {value}
              <small className="block text-xs/snug font-normal text-ink-soft">{note}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
