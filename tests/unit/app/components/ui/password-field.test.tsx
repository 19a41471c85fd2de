import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PasswordField } from "../../../../../app/components/ui/password-field";

const html = renderToStaticMarkup(
  <PasswordField id="password" label="Password" shows="password" autoComplete="current-password" />,
);
const input = /<input [^>]*>/.exec(html)?.[0] ?? "";

test("a password is masked", () => {
  expect(input).toContain('type="password"');
  expect(input).not.toContain("value=");
});

test("a password can be pasted, and a password manager can fill it in", () => {
  expect(input).toContain('autoComplete="current-password"');
  expect(input).not.toMatch(/on(paste|copy|drop|beforeinput)|readonly|maxlength|pattern|autocomplete="off"/i);
});
