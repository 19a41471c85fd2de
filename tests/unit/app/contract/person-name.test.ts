import { expect, test } from "vitest";
import { NameSchema } from "../../../../app/contract/account-settings";
import { formErrors } from "../../../../app/contract/form-schema";

const errorOf = (name: string) => formErrors(NameSchema, { name })?.fields.name ?? null;

test.each([
  "A.P.J. Abdul Kalam",
  "A.P.J.Abdul Kalam",
  "S. Ramanujan",
  "Md.Rafiq",
  "Mohd.Salim Khan",
  "Kavita d/o Ramesh",
  "Kavita D/o R. Kumar",
  "M.Selvam S/o K.Perumal",
  "Priya / Pri",
  "St.John D'Souza",
  "Zoë Smith-Jones",
  "O’Brien, Jr.",
  "Dr.Rao (Ph.D.)",
  "Nguyễn Văn A",
  "सौ. सुनीता पाटील",
  "மு.க. ஸ்டாலின்",
  "Awww. Wwwong",
])("%s is a name", (name) => {
  expect(errorOf(name)).toBeNull();
});

test.each([
  "You have won! https://evil.example/prize",
  "Visit HTTP://evil.example",
  "www.evil.example",
  "Asha WWW.evil.example",
  "Asha, see evil.example/win",
  "evil.example/",
  "bit.ly/2abc",
  "ｗｗｗ．evil.example",
  "https：//evil.example",
])("%s has a web address in it", (name) => {
  expect(errorOf(name)).toBe("Please write your name without a web address");
});
