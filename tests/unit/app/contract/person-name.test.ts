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
  "K.Rao/Priya",
  "Md.Rafiq/Asha",
  "Kapil.Dev",
  "Dr.Dev Anand",
  "Ana.De Souza",
  "Nguyen Thi.Ly",
  "P.Com Rao",
  "Ravi.Menon",
  "Asha.Cooper",
  "Sree.Infosys",
  "Asha Rao (they?)",
  "K.Praveen 2nd",
  "Asha Rao 1998",
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
  "bit.ly now",
  "Win at t.me",
  "evil。com",
  "me@evil",
  "evil.com",
  "Win at evil.com",
  "Win at EVIL.COM!",
  "evil.com, Asha",
  "evil.com:8080/x",
  "evil.com?x",
  "evil.dev/x",
  "evil.dev:8080/x",
  "evil.dev?x",
  "win-now.xyz",
  "4u.shop",
  "evil.co.in",
  "evil.com.",
  "asha@evil.com",
  "ev\u00adil.com",
  "evil\u200b.com",
  "सुनीता.com",
  "ｗｗｗ．evil.example",
  "https：//evil.example",
])("%s has a web address in it", (name) => {
  expect(errorOf(name)).toBe("Please write your name without a web address");
});

test("a name that is too long is not looked at for addresses", () => {
  expect(errorOf("www.evil.example ".repeat(20))).toBe("Use at most 128 characters");
});

test.each(["Call 98200 12345 to claim", "Asha 98200", "अशा ९८२००", "Win 9-8-2-0-0", "Call ❾❽❷⓿⓿"])(
  "%s has a telephone number",
  (name) => {
    expect(errorOf(name)).toBe("Please write your name without a number");
  },
);
