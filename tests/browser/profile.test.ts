// Editing the profile.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityViolations, skipToContent, waitForHydration } from "../support/browser";
import { fieldErrors, formError, holdPosts, waitForErrors } from "../support/forms";
import { holdScripts } from "../support/hold-scripts";
import { postForm } from "../support/http";
import { fetchProfile, newMember, profileValue, setSession } from "../support/members";
import { createPerson, greeting, type Person, signIn, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();
const location = (page: Page) => page.getByRole("combobox", { name: "Location" });
const college = (page: Page) => page.getByRole("textbox", { name: "College" });
const degree = (page: Page) => page.getByRole("combobox", { name: "Degree or class" });
const unsavedNotice = (page: Page) => page.getByText("You have not saved this yet.");

/** Waits until the browser has restored the fields of the page. It does so right after the load event. */
async function waitForRestoredFields(page: Page): Promise<void> {
  const isLoaded = () =>
    performance.getEntriesByType("navigation").some((entry) => "loadEventEnd" in entry && entry.loadEventEnd !== 0);
  await expect.poll(() => page.evaluate(isLoaded)).toBe(true);
}

async function expectSaved(page: Page, person: Person): Promise<void> {
  await greeting(page, person).waitFor();
  await page.getByText("Your profile is saved.").waitFor();
}

test.each([true, false])(
  "a change is saved after a mistake, and other fields keep their values (JavaScript: %s)",
  async (javaScript) => {
    const { visitor, page, person } = await newMember(product, { javaScript });
    await visitor.open("/dashboard");
    await page.getByRole("link", { name: "Edit profile" }).click();
    await page.getByRole("heading", { level: 1, name: "Edit your profile" }).waitFor();
    expect(await page.getByLabel("Date of birth").inputValue()).toBe(person.student.dob);
    expect(await degree(page).inputValue()).toBe(person.student.subLevel);

    // The location is changed in another tab. This form still shows the old one, and must not restore it.
    const headers = { Origin: product.server.origin };
    await page.request.patch("/api/profile", { data: { location: "Nashik" }, headers });
    await college(page).fill(" ");
    await page.getByRole("combobox", { name: "Field of study" }).selectOption("");
    await save(page);
    expect(await waitForErrors(page, "Please fill in all student-specific fields")).toEqual([
      "Field of study: Please select your field of study",
      "College: Enter the name of your college",
    ]);
    await page.getByText("Two answers need another look.").waitFor();
    // Axe needs JavaScript.
    if (javaScript) expect(await accessibilityViolations(page)).toEqual([]);
    expect((await fetchProfile(page))?.college).toBe(person.student.college);

    await college(page).fill("  Manjara Valley, Latur ");
    await page.getByRole("combobox", { name: "Field of study" }).selectOption("Civil");
    if (javaScript) expect(await fieldErrors(page)).toEqual([]);
    await save(page);
    await expectSaved(page, person);
    expect(await profileValue(page, "Location").textContent()).toBe("Nashik");
    expect(await profileValue(page, "College").textContent()).toBe("Manjara Valley, Latur");
    const changed = { college: "Manjara Valley, Latur", majorField: "Civil", location: "Nashik" };
    expect(await fetchProfile(page)).toMatchObject({ ...person.student, ...changed });
    expect(visitor.consoleErrors()).toEqual([]);
  },
);

test.each([true, false])(
  "changing the role shows its fields, and keeps what was typed (JavaScript: %s)",
  async (javaScript) => {
    const { visitor, page, person } = await newMember(product, { javaScript });
    await visitor.open("/profile");
    await college(page).fill("Typed and then left");
    await page.getByRole("radio", { name: /^Mentor/ }).check();
    await college(page).waitFor({ state: "hidden" });
    await page.getByText("your date of birth, education and college will be taken out of your profile").waitFor();
    await page.getByRole("textbox", { name: "Company URL" }).fill("weave.example.in");
    await page.getByRole("radio", { name: /^Student/ }).check();
    expect(await college(page).inputValue()).toBe("Typed and then left");
    await page.getByRole("radio", { name: /^Mentor/ }).check();
    expect(await page.getByRole("textbox", { name: "Company URL" }).inputValue()).toBe("weave.example.in");
    await save(page);
    await expectSaved(page, person);
    expect(await profileValue(page, "Role").textContent()).toBe("Mentor");
    expect(await profileValue(page, "College").count()).toBe(0);
    expect(await fetchProfile(page)).toMatchObject({
      role: "Mentor",
      companyUrl: "https://weave.example.in",
      dob: null,
    });
    expect(visitor.consoleErrors()).toEqual([]);
  },
);

test("a date of birth under 18 shows the consent of a parent or guardian, which is required", async () => {
  const { visitor, page, person } = await newMember(product);
  await visitor.open("/profile");
  const guardian = page.getByRole("checkbox", { name: /parent or guardian .* agrees that I am a member$/ });
  expect(await guardian.count()).toBe(0);
  await page.getByLabel("Date of birth").fill(`${new Date().getFullYear() - 16}-01-01`);
  await guardian.waitFor();
  await save(page);
  expect(await waitForErrors(page, "A parent or guardian must agree before you join")).toHaveLength(1);
  await guardian.check();
  await save(page);
  await expectSaved(page, person);
  expect((await fetchProfile(page))?.guardianAgree).toBe(true);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("unsaved changes survive a navigation and a reload, until they are undone or saved", async () => {
  const { visitor, page, person } = await newMember(product);
  await visitor.open("/profile");
  await page.getByRole("combobox", { name: "Education level" }).selectOption("Postgraduate");
  await degree(page).selectOption("MBA");
  await location(page).selectOption("Nagpur");
  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await greeting(page, person).waitFor();
  await page.getByRole("link", { name: "Edit profile" }).click();
  await unsavedNotice(page).waitFor();
  await page.reload();
  await unsavedNotice(page).waitFor();
  expect(await location(page).inputValue()).toBe("Nagpur");
  await expect.poll(() => degree(page).inputValue()).toBe("MBA");

  await page.getByRole("button", { name: "Undo my changes" }).click();
  await unsavedNotice(page).waitFor({ state: "detached" });
  expect(await location(page).inputValue()).toBe(person.location);
  expect(await degree(page).inputValue()).toBe(person.student.subLevel);
  expect(visitor.consoleErrors()).toEqual([]);

  // The reset form still works.
  await location(page).selectOption("Thane");
  await page.context().setOffline(true);
  await save(page);
  await formError(page, /^No answer came back/).waitFor();
  expect(await location(page).inputValue()).toBe("Thane");
  await page.context().setOffline(false);
  const posts = await holdPosts(page);
  await page.getByRole("button", { name: "Save changes" }).dblclick();
  await page.getByRole("button", { name: "Saving..." }).waitFor();
  posts.release();
  await expectSaved(page, person);
  expect(posts.count()).toBe(1);
  await page.getByRole("link", { name: "Edit profile" }).click();
  await expect.poll(() => location(page).inputValue()).toBe("Thane");
  expect(await unsavedNotice(page).count()).toBe(0);
});

test("a save whose answer did not arrive can be taken back in the form", async () => {
  const { visitor, page, person } = await newMember(product);
  await visitor.open("/profile");
  await college(page).fill("Manjara Valley, Latur");
  await page.route(
    /\/profile\.data/,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await save(page);
  await formError(page, /^No answer came back/).waitFor();
  expect((await fetchProfile(page))?.college).toBe("Manjara Valley, Latur");
  await college(page).fill(person.student.college);
  await save(page);
  await expectSaved(page, person);
  expect((await fetchProfile(page))?.college).toBe(person.student.college);
});

test("an ended session redirects to the sign-in page, and what was typed is there after signing in", async () => {
  const { visitor, page, person, cookie } = await newMember(product);
  // Without the connection over which the page would hear of it, and leave by itself before the form is sent.
  await page.routeWebSocket("**/api/realtime", () => {});
  await visitor.open("/profile");
  await location(page).selectOption("Nashik");
  await postForm(product.server, "/logout", {}, { cookie });
  await save(page);
  await page.getByText("You were signed out, here or on another device. Sign in again to go on.").waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session");
  await signIn(page, person);
  await greeting(page, person).waitFor();
  await page.getByRole("link", { name: "Edit profile" }).click();
  await unsavedNotice(page).waitFor();
  expect(await location(page).inputValue()).toBe("Nashik");
  await save(page);
  await expectSaved(page, person);
});

test("a form that another member opened changes nothing, and what was typed is there for its member", async () => {
  const { page, visitor, person } = await newMember(product);
  const next = createPerson({ name: "Bina Deshmukh" });
  await signUpOverApi(product.server, next);
  await visitor.open("/profile");
  await college(page).fill("Manjara Valley, Latur");
  const headers = { Origin: product.server.origin };
  const switchTo = async ({ email, password }: Person) => {
    const response = await page.request.post("/api/account/sessions/email", { data: { email, password }, headers });
    expect(response.status()).toBe(201);
  };
  await switchTo(next);
  await save(page);
  await greeting(page, next).waitFor();
  await page.getByText("Nothing was changed. The form was opened in another account.").waitFor();
  expect(await fetchProfile(page)).toMatchObject({ college: next.student.college });

  await switchTo(person);
  await visitor.open("/profile");
  await unsavedNotice(page).waitFor();
  expect(await college(page).inputValue()).toBe("Manjara Valley, Latur");
});

test.each([true, false])(
  "Back shows nobody what another member has typed and not saved (JavaScript: %s)",
  async (javaScript) => {
    const { page, visitor, person, cookie } = await newMember(product, { javaScript });
    const next = createPerson({ name: "Bina Deshmukh" });
    await visitor.open("/profile");
    await college(page).fill("Manjara Valley, Latur");
    await visitor.open("/terms");
    await page.goBack();
    await expect.poll(() => college(page).inputValue()).toBe("Manjara Valley, Latur");
    await visitor.open("/terms");
    await setSession(page, await signUpOverApi(product.server, next));
    await page.goBack();
    if (javaScript) await waitForHydration(page);
    await waitForRestoredFields(page);
    expect(await college(page).inputValue()).toBe(next.student.college);

    await visitor.open("/terms");
    await setSession(page, cookie);
    await page.goBack();
    if (javaScript) await unsavedNotice(page).waitFor();
    // Without JavaScript there is no draft, and the browser keeps only the text of the last visit.
    expect(await college(page).inputValue()).toBe(javaScript ? "Manjara Valley, Latur" : person.student.college);
  },
);

test("Back shows nobody what another member has typed in the settings, also after the skip link", async () => {
  const { page, visitor } = await newMember(product);
  const name = page.getByRole("textbox", { name: "Full name" });
  await visitor.open("/settings");
  await skipToContent(page);
  await name.fill("Typed by Asha");
  await visitor.open("/terms");
  await page.goBack();
  await expect.poll(() => name.inputValue()).toBe("Typed by Asha");
  await visitor.open("/terms");
  await setSession(page, await signUpOverApi(product.server, createPerson({ name: "Bina Deshmukh" })));
  await page.goBack();
  await waitForHydration(page);
  await waitForRestoredFields(page);
  expect(await name.inputValue()).toBe("Bina Deshmukh");
});

test("a draft outlives a save that is sent before hydration, but for what was saved", async () => {
  const { page, visitor, person } = await newMember(product);
  await visitor.open("/profile");
  await college(page).fill("Manjara Valley, Latur");
  await location(page).selectOption("Nashik");
  const releaseScripts = await holdScripts(page);
  await page.goto("/profile", { waitUntil: "commit" });
  await college(page).fill("Sahyadri College of Engineering");
  await page.getByRole("button", { name: "Save changes" }).click({ noWaitAfter: true });
  await page.waitForURL((url) => url.pathname === "/dashboard", { waitUntil: "commit" });
  releaseScripts();
  await expectSaved(page, person);
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Manjara");
  await visitor.open("/profile");
  expect(await college(page).inputValue()).toBe("Sahyadri College of Engineering");
  // It was not in the form that was sent.
  await unsavedNotice(page).waitFor();
  expect(await location(page).inputValue()).toBe("Nashik");
});

test("a draft outlives a form that is sent before hydration and refused, but for what was sent", async () => {
  const { page, visitor } = await newMember(product);
  await visitor.open("/profile");
  await college(page).fill("Manjara Valley, Latur");
  await location(page).selectOption("Nashik");
  const releaseScripts = await holdScripts(page);
  await page.goto("/profile", { waitUntil: "commit" });
  await college(page).fill("");
  await page.getByRole("button", { name: "Save changes" }).click({ noWaitAfter: true });
  await page.getByText("Enter the name of your college").first().waitFor();
  releaseScripts();
  await waitForHydration(page);
  await expect.poll(() => location(page).inputValue()).toBe("Nashik");
  expect(await college(page).inputValue()).toBe("");
  await college(page).fill("Sahyadri College of Engineering");
  await page.reload();
  await unsavedNotice(page).waitFor();
  expect(await location(page).inputValue()).toBe("Nashik");
  expect(await college(page).inputValue()).toBe("Sahyadri College of Engineering");
});
