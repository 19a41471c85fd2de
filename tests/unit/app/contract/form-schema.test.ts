import { expect, test } from "vitest";
import { checkbox, formErrors, formSchema, optionalText, parseForm, text } from "../../../../app/contract/form-schema";

const OrderSchema = formSchema({ size: text, colour: optionalText, gift: checkbox }, ({ size, colour, gift }, fail) => {
  if (size === "") fail("size", "Please fill in all required fields", "Choose a size");
  const litres = Number.parseInt(size, 10) || fail("size", "Please choose from the list");
  if (colour === "clear") fail("colour", "Please choose from the list", "We are out of clear ones");
  return { litres, colour, gift };
});

test("a valid form is parsed", () => {
  const parsed = parseForm(OrderSchema, { size: "5 litres", gift: true });
  expect(parsed).toEqual({ ok: true, data: { litres: 5, colour: "", gift: true } });
});

test("the form's message is that of the first failed rule, and each field has its first message", () => {
  expect(formErrors(OrderSchema, { size: "", colour: "clear" })).toEqual({
    message: "Please fill in all required fields",
    fields: { size: "Choose a size", colour: "We are out of clear ones" },
  });
  expect(formErrors(OrderSchema, { size: "large" })).toEqual({
    message: "Please choose from the list",
    fields: { size: "Please choose from the list" },
  });
});

test("the form's message is the issue without a path", () => {
  const { error } = OrderSchema.safeParse({ size: "" });
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [[], "Please fill in all required fields"],
    [["size"], "Choose a size"],
  ]);
});

test.each([
  ["an unknown key", { size: "5", colour: "blue", wheels: 4 }],
  ["a wrong type", { size: 5 }],
  ["a missing field", {}],
  ["a text above every limit", { size: "5".repeat(4097) }],
])("%s is rejected before any rule runs", (_, values) => {
  expect(OrderSchema.safeParse(values).success).toBe(false);
});
