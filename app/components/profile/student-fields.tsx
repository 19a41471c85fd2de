// The fields for students: date of birth, education, college.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { COLLEGE_MAX } from "../../contract/limits";
import { DEGREES_WITH_FIELDS, degreesOf, EDUCATION, EDUCATION_LEVELS, FIELDS_OF_STUDY } from "../../contract/lists";
import { DateField } from "../ui/date-field";
import { Options, SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";

type StudentField = "dob" | "educationLevel" | "subLevel" | "majorField" | "college";

interface StudentFieldsProps {
  defaultValues: Record<StudentField, string>;
  errors: Partial<Record<StudentField, string>>;
  /** The education level that is selected now. */
  level: string;
  /** The latest valid date of birth, in ISO 8601: "2025-07-12". */
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
 * The degrees of the selected level. Before hydration all degrees are listed, grouped by level. The select is uncontrolled, so that a
 * degree chosen before hydration is kept when the list is filtered.
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
  // All degrees are listed at first, also when React renders in the browser alone: the chosen one must be among them when it is read below.
  const [isFiltered, setFiltered] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const selected = useRef(defaultValue);

  useEffect(() => {
    setFiltered(true);
    const element = select.current;
    if (!element) return;
    const readSelected = () => {
      selected.current = element.value;
    };
    readSelected();
    element.addEventListener("change", readSelected);
    return () => element.removeEventListener("change", readSelected);
  }, []);

  const degrees = degreesOf(level);
  useLayoutEffect(() => {
    if (!isFiltered || !select.current) return;
    if (!degrees.includes(selected.current)) selected.current = "";
    select.current.value = selected.current;
  }, [isFiltered, degrees]);

  return (
    <SelectField
      id="subLevel"
      label="Degree or class"
      error={error}
      defaultValue={defaultValue}
      ref={select}
      prompt={isFiltered && level === "" ? "Choose a level first" : "Choose one"}
    >
      {isFiltered ? (
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
