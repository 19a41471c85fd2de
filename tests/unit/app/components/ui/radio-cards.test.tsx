import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RadioCards } from "../../../../../app/components/ui/radio-cards";

const group = (error?: string) =>
  renderToStaticMarkup(
    <RadioCards id="role" label="I am joining as" choices={[{ value: "Mentor", note: "Done it" }]} error={error} />,
  ).match(/<fieldset[^>]*>/)?.[0];

test("the group is a required radiogroup", () => {
  expect(group()).toContain('role="radiogroup" aria-required="true"');
  expect(group()).not.toContain("aria-invalid");
});

test("a group with an error is invalid and refers to the message", () => {
  expect(group("Choose one")).toContain('aria-invalid="true"');
  expect(group("Choose one")).toContain('aria-describedby="role-wrong"');
});
