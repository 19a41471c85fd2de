// A member changes the profile: the fields and rules of sign-up, with and without JavaScript.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityProblems, type Visitor, type VisitorOptions } from "../support/browser";
import { fact, profileOf, signedIn } from "../support/members";
import { greeting, type Person, person, signIn, signUpOverApi, summary } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

/** Somebody who has an account and is signed in. */
async function member(who: Person, options: VisitorOptions = {}): Promise<Visitor> {
  await signUpOverApi(product.server, who);
  return signedIn(product, who, options);
}

const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();
const location = (page: Page) => page.getByRole("combobox", { name: "Location" });
const college = (page: Page) => page.getByRole("textbox", { name: "College" });

async function expectSaved(page: Page, who: Person): Promise<void> {
  await greeting(page, who).waitFor();
  await page.getByText("Your profile is saved.").waitFor();
}

test.each([true, false])("what is changed is saved, and the rest stays (JavaScript: %s)", async (javaScript) => {
  const who = person();
  const visitor = await member(who, { javaScript });
  const { page } = visitor;
  await page.getByRole("link", { name: "Edit profile" }).click();
  await page.getByRole("heading", { level: 1, name: "Edit your profile" }).waitFor();
  expect(await page.getByLabel("Date of birth").inputValue()).toBe(who.student.dob);
  expect(await page.getByRole("combobox", { name: "Degree or class" }).inputValue()).toBe(who.student.subLevel);
  // Axe needs scripts, as everywhere below.
  if (javaScript) expect(await accessibilityProblems(page)).toEqual([]);

  await location(page).selectOption("Latur");
  await college(page).fill("  Manjara Valley, Latur ");
  await save(page);
  await expectSaved(page, who);
  expect(await fact(page, "Location").textContent()).toBe("Latur");
  expect(await fact(page, "College").textContent()).toBe("Manjara Valley, Latur");
  expect(await profileOf(page)).toMatchObject({ ...who.student, college: "Manjara Valley, Latur", location: "Latur" });
  expect(visitor.complaints()).toEqual([]);
});

test.each([true, false])(
  "another role asks its own questions, and keeps what was typed (JavaScript: %s)",
  async (javaScript) => {
    const who = person();
    const visitor = await member(who, { javaScript });
    const { page } = visitor;
    await visitor.open("/profile");
    await college(page).fill("Typed and then left");
    await page.getByRole("radio", { name: /^Mentor/ }).check();
    expect(await college(page).isVisible()).toBe(false);
    await page.getByText("your date of birth, education and college will be taken out of your profile").waitFor();
    await page.getByRole("textbox", { name: "Company URL" }).fill("weave.example.in");
    await page.getByRole("radio", { name: /^Student/ }).check();
    expect(await college(page).inputValue()).toBe("Typed and then left");
    await page.getByRole("radio", { name: /^Mentor/ }).check();
    expect(await page.getByRole("textbox", { name: "Company URL" }).inputValue()).toBe("weave.example.in");
    await save(page);

    await expectSaved(page, who);
    expect(await fact(page, "Role").textContent()).toBe("Mentor");
    expect(await fact(page, "College").count()).toBe(0);
    expect(await profileOf(page)).toMatchObject({
      role: "Mentor",
      companyUrl: "https://weave.example.in",
      dob: null,
      educationLevel: null,
      subLevel: null,
      majorField: null,
      college: null,
    });
    expect(visitor.complaints()).toEqual([]);
  },
);

test.each([true, false])(
  "what is wrong is said on top and at its field, and nothing typed is lost (JavaScript: %s)",
  async (javaScript) => {
    const who = person();
    const { page, open, complaints } = await member(who, { javaScript });
    await open("/profile");
    await location(page).selectOption("Nashik");
    await college(page).fill(" ");
    await page.getByRole("combobox", { name: "Field of study" }).selectOption("");
    await save(page);
    await summary(page, "Please fill in all student-specific fields").waitFor();
    await page.getByText("Two answers need another look.").waitFor();
    await page.locator("#college-wrong").getByText("Enter the name of your college").waitFor();
    await page.locator("#majorField-wrong").getByText("Please select your field of study").waitFor();
    expect(await location(page).inputValue()).toBe("Nashik");
    if (javaScript) expect(await accessibilityProblems(page)).toEqual([]);
    expect((await profileOf(page))?.location).toBe("Pune");

    await college(page).fill("Manjara Valley, Latur");
    await page.getByRole("combobox", { name: "Field of study" }).selectOption("Civil");
    if (javaScript) expect(await page.locator(".wrong").count()).toBe(0);
    await save(page);
    await expectSaved(page, who);
    expect(await profileOf(page)).toMatchObject({ location: "Nashik", majorField: "Civil" });
    expect(complaints()).toEqual([]);
  },
);

test.each([true, false])("under 18 a parent or guardian must agree here too (JavaScript: %s)", async (javaScript) => {
  const who = person();
  const { page, open, complaints } = await member(who, { javaScript });
  await open("/profile");
  const guardian = page.getByRole("checkbox", { name: /parent or guardian .* agrees that I am a member$/ });
  expect(await guardian.count()).toBe(javaScript ? 0 : 1);
  await page.getByLabel("Date of birth").fill(`${new Date().getFullYear() - 16}-01-01`);
  await save(page);
  await summary(page, "A parent or guardian must agree before you join").waitFor();
  if (javaScript) expect(await accessibilityProblems(page)).toEqual([]);
  await guardian.check();
  await save(page);
  await expectSaved(page, who);
  expect((await profileOf(page))?.guardianAgree).toBe(true);
  expect(complaints()).toEqual([]);
});

test("changes that are not saved are there after a look at the dashboard and after a reload, until they are undone or saved", async () => {
  const who = person();
  const { page, open, complaints } = await member(who);
  await open("/profile");
  await page.getByRole("combobox", { name: "Education level" }).selectOption("Postgraduate");
  await page.getByRole("combobox", { name: "Degree or class" }).selectOption("MBA");
  await location(page).selectOption("Nagpur");
  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await greeting(page, who).waitFor();
  await page.getByRole("link", { name: "Edit profile" }).click();
  const note = page.getByText("You have not saved this yet.");
  await note.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await note.waitFor();
  expect(await location(page).inputValue()).toBe("Nagpur");
  await expect.poll(() => page.getByRole("combobox", { name: "Degree or class" }).inputValue()).toBe("MBA");

  await page.getByRole("button", { name: "Undo my changes" }).click();
  expect(await note.count()).toBe(0);
  expect(await location(page).inputValue()).toBe(who.location);
  expect(await page.getByRole("combobox", { name: "Degree or class" }).inputValue()).toBe(who.student.subLevel);

  await location(page).selectOption("Thane");
  await save(page);
  await expectSaved(page, who);
  await page.getByRole("link", { name: "Edit profile" }).click();
  await expect.poll(() => location(page).inputValue()).toBe("Thane");
  expect(await note.count()).toBe(0);
  expect(complaints()).toEqual([]);
});

test("after changes were undone, a form that cannot be saved still says why", async () => {
  const who = person();
  const { page, open } = await member(who);
  await open("/profile");
  await location(page).selectOption("Nagpur");
  await page.reload();
  await page.getByRole("button", { name: "Undo my changes" }).click();
  await location(page).selectOption("Thane");
  await page.context().setOffline(true);
  await save(page);
  await page.getByRole("alert").filter({ hasText: "We could not be reached." }).waitFor();
  expect(await location(page).inputValue()).toBe("Thane");
  await page.context().setOffline(false);
  await save(page);
  await expectSaved(page, who);
});

test.each([true, false])(
  "two tabs change the same profile, and neither undoes the other (JavaScript: %s)",
  async (javaScript) => {
    const who = person();
    const { page, open } = await member(who, { javaScript });
    await open("/profile");
    const other = await page.context().newPage();
    await other.goto("/profile");
    await location(other).selectOption("Nashik");
    await save(other);
    await greeting(other, who).waitFor();

    // The first form still shows the old place, and has to come back once before it is right.
    await college(page).fill("");
    await save(page);
    await page.getByRole("alert").waitFor();
    await college(page).fill("Manjara Valley, Latur");
    await save(page);
    await expectSaved(page, who);
    expect(await profileOf(page)).toMatchObject({ location: "Nashik", college: "Manjara Valley, Latur" });
  },
);

test("a button that is pressed twice sends once, and says that it is busy", async () => {
  const who = person();
  const { page, open } = await member(who);
  const arrived = Promise.withResolvers<void>();
  let posts = 0;
  await page.route("**/profile.data*", async (route) => {
    if (route.request().method() === "POST") {
      posts += 1;
      await arrived.promise;
    }
    await route.continue();
  });
  await open("/profile");
  await location(page).selectOption("Nashik");
  await page.getByRole("button", { name: "Save changes" }).dblclick();
  await page.getByRole("button", { name: "Saving..." }).waitFor();
  arrived.resolve();
  await expectSaved(page, who);
  expect(posts).toBe(1);
});

test("without a connection the form stays as it is, and is saved once it is back", async () => {
  const who = person();
  const { page, open } = await member(who);
  await open("/profile");
  await location(page).selectOption("Nashik");
  await page.context().setOffline(true);
  await save(page);
  await page.getByRole("alert").filter({ hasText: "We could not be reached." }).waitFor();
  expect(await location(page).inputValue()).toBe("Nashik");
  await page.context().setOffline(false);
  await save(page);
  await expectSaved(page, who);
});

test.each([true, false])("a guest who asks for the form gets the sign-in page (JavaScript: %s)", async (javaScript) => {
  const { page, open } = await product.visit({ javaScript });
  for (const path of ["/profile", "/profile/file", "/profile/file/delete"]) {
    await open(path);
    expect(new URL(page.url()).pathname).toBe("/login");
  }
});

test("a session that died leads to the sign-in page, and what was typed is there afterwards", async () => {
  const who = person();
  const { page, open } = await member(who);
  await open("/profile");
  await location(page).selectOption("Nashik");
  const elsewhere = await signedIn(product, who);
  await elsewhere.page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await elsewhere.page.waitForURL((url) => url.pathname === "/");

  await save(page);
  await page.getByText("Your session has ended. Sign in again to go on.").waitFor();
  await signIn(page, who);
  await greeting(page, who).waitFor();
  await page.getByRole("link", { name: "Edit profile" }).click();
  await page.getByText("You have not saved this yet.").waitFor();
  expect(await location(page).inputValue()).toBe("Nashik");
  await save(page);
  await expectSaved(page, who);
});
