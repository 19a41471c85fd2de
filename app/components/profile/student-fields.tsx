// The block that students fill in: date of birth, education, college.
import { useEffect, useLayoutEffect, useRef } from "react";
import { COLLEGE_MAX } from "../../contract/limits";
import { DEGREES_WITH_FIELDS, degreesOf, EDUCATION, EDUCATION_LEVELS, FIELDS_OF_STUDY } from "../../contract/lists";
import { useHydrated } from "../../navigation/use-hydrated";
import { DateField } from "../ui/date-field";
import { Options, SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";

type StudentField = "dob" | "educationLevel" | "subLevel" | "majorField" | "college";

interface StudentFieldsProps {
  defaultValues: Record<StudentField, string>;
  errors: Partial<Record<StudentField, string>>;
  /** The level chosen at this moment. */
  level: string;
  /** The latest possible date of birth, "2025-07-12". */
  today: string;
}

export function StudentFields({ defaultValues, errors, level, today }: StudentFieldsProps) {
  return (
    <>
      <DateField
        id="dob"
        label="Date of birth"
        hint="Under 18, a parent or guardian confirms with you."
        error={errors.dob}
        autoComplete="bday"
        min="1900-01-01"
        max={today}
        defaultValue={defaultValues.dob}
      />
      <div className="grid grid-cols-1 gap-x-5 xs:grid-cols-2">
        <SelectField
          id="educationLevel"
          label="Education level"
          error={errors.educationLevel}
          defaultValue={defaultValues.educationLevel}
        >
          <Options of={EDUCATION_LEVELS} />
        </SelectField>
        <DegreeField error={errors.subLevel} defaultValue={defaultValues.subLevel} level={level} />
      </div>
      <SelectField
        id="majorField"
        label="Field of study"
        hint={`For ${DEGREES_WITH_FIELDS.slice(0, -1).join(", ")} and ${DEGREES_WITH_FIELDS.at(-1)}.`}
        error={errors.majorField}
        fieldClass="for-field"
        defaultValue={defaultValues.majorField}
      >
        <Options of={FIELDS_OF_STUDY} />
      </SelectField>
      <TextField
        id="college"
        label="College"
        hint="Your college or school, with its town."
        error={errors.college}
        autoComplete="organization"
        enterKeyHint="next"
        maxLength={COLLEGE_MAX}
        defaultValue={defaultValues.college}
      />
    </>
  );
}

/**
 * The degrees of the chosen level. Until scripts run they are all there, grouped by level. The select is not React's, so that
 * what was chosen before the scripts came outlives the narrowing.
 */
function DegreeField({
  error,
  defaultValue,
  level,
}: {
  error: string | undefined;
  defaultValue: string;
  level: string;
}) {
  const narrowed = useHydrated();
  const select = useRef<HTMLSelectElement>(null);
  const chosen = useRef(defaultValue);

  useEffect(() => {
    const element = select.current;
    if (!element) return;
    chosen.current = element.value;
    const follow = () => {
      chosen.current = element.value;
    };
    element.addEventListener("change", follow);
    return () => element.removeEventListener("change", follow);
  }, []);

  const degrees = degreesOf(level);
  useLayoutEffect(() => {
    if (!narrowed || !select.current) return;
    if (!degrees.includes(chosen.current)) chosen.current = "";
    select.current.value = chosen.current;
  }, [narrowed, degrees]);

  return (
    <SelectField
      id="subLevel"
      label="Degree or class"
      error={error}
      defaultValue={defaultValue}
      ref={select}
      prompt={narrowed && level === "" ? "Choose a level first" : "Choose one"}
    >
      {narrowed ? (
        <Options of={degrees} />
      ) : (
        EDUCATION_LEVELS.map((group) => (
          <optgroup key={group} label={group}>
            <Options of={EDUCATION[group]} />
          </optgroup>
        ))
      )}
    </SelectField>
  );
}
