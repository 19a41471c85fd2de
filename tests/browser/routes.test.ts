// Every page and the states of its forms, as axe sees them.
import { expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser";
import { signedIn } from "../support/members";
import { createAccount, greeting, person, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { PUBLIC_PATHS } from "../support/public-paths";

const product = useProduct();

const PATHS = [...PUBLIC_PATHS, "/login", "/login/code", "/signup", "/verify-email", "/reset-password"];

test.each(PATHS)("%s hydrates without an error, and passes axe wide and light, narrow and dark", async (path) => {
  const { page, open, consoleErrors } = await product.visit();
  await open(path);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 360, height: 900 });
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(consoleErrors()).toEqual([]);
});

test("forms with errors have nothing that axe objects to", async () => {
  const visitor = await product.visit({ colorScheme: "dark", width: 360 });
  const { page } = visitor;
  await visitor.open("/signup");
  await page.getByRole("radio", { name: /^Student/ }).check();
  await createAccount(page);
  await page.getByRole("alert").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("radio", { name: /^Mentor/ }).check();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Terms of Service" }).click();
  await page.getByRole("dialog").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await visitor.open("/login");
  await signIn(page, { email: "", password: "" });
  await page.getByRole("alert").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.each([
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 360 },
] as const)("the dashboard has nothing that axe objects to ($colorScheme, $width px)", async (options) => {
  const who = person();
  await signUpOverApi(product.server, who);
  const { page, open } = await signedIn(product, who, options);
  await open("/dashboard");
  await greeting(page, who).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
