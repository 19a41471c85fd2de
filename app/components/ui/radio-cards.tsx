import { describe, type FieldWords, fieldClass, Hint, Wrong } from "./field";

interface RadioCardsProps extends FieldWords {
  choices: readonly { value: string; note: string }[];
  defaultValue?: string;
}

/** A question with a few answers, each a card as large as a thumb. The first card carries the field's id. */
export function RadioCards({ id, label, hint, error, choices, defaultValue }: RadioCardsProps) {
  return (
    // A plain fieldset may be neither invalid nor required (WAI-ARIA 1.2): that is for groups of radio buttons.
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a fieldset may have this role (ARIA in HTML).
    <fieldset className={fieldClass(error)} role="radiogroup" aria-required {...describe({ id, hint, error })}>
      <legend>{label}</legend>
      {hint && <Hint id={id}>{hint}</Hint>}
      {error && <Wrong id={id}>{error}</Wrong>}
      <div className="choices">
        {choices.map(({ value, note }, index) => (
          <label className="choice" key={value}>
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${index + 1}`}
              name={id}
              value={value}
              defaultChecked={value === defaultValue}
              required
            />
            <span>
              {value}
              <small>{note}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
