// Pages that the browser translates while React changes them.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForHydration } from "../support/browser";
import { waitForErrors } from "../support/forms";
import { holdScripts } from "../support/hold-scripts";
import { newMember, profileValue } from "../support/members";
import { createAccount, createPerson, fillSignUp, greeting } from "../support/people";
import { useProduct } from "../support/product";
import { whenConnected } from "../support/realtime";
import { section } from "../support/settings";
import { codeRequests, openWithoutHydration, recordRequests } from "../support/static-pages";
import { fileBytes, writeFile } from "../support/test-files";

const product = useProduct();

/** Translates the texts of a page, and those that are added later, as browsers do: <font> elements take the place of text nodes. */
function translate(): void {
  // This is Chrome's own class.
  document.documentElement.classList.add("translated-ltr");
  const isTranslated = new WeakSet<Node>();
  const translateTexts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === "" || isTranslated.has(text) || text.parentElement?.closest("script, style, option"))
        continue;
      const translation = new Text(text.data);
      isTranslated.add(translation);
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.append(translation);
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translateTexts();
  new MutationObserver(translateTexts).observe(document.body, { childList: true, subtree: true, characterData: true });
}

test("a translated sign-up form shows its errors, and leads to the dashboard", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  await visitor.open("/signup");
  await page.evaluate(translate);
  await fillWithMistakes(page);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a sign-up form that is translated before hydration works, too", async () => {
  const visitor = await product.visit();
  const { page } = visitor;
  const hydrate = await openTranslated(page, "/signup", "Join Navarambh");
  await hydrate();
  await fillWithMistakes(page);
  // React renders the page anew, since its texts are not those of the server.
  expect(visitor.consoleErrors()).toEqual([expect.stringContaining("React error #418")]);
});

/** Opens a page and translates it before React hydrates it. @returns a function that lets React hydrate it */
async function openTranslated(page: Page, path: string, heading: string): Promise<() => Promise<void>> {
  const releaseScripts = await holdScripts(page);
  await page.goto(path, { waitUntil: "commit" });
  await page.getByRole("heading", { name: heading, exact: true }).waitFor();
  await page.evaluate(translate);
  return async () => {
    releaseScripts();
    await waitForHydration(page);
  };
}

test("what was typed before a translated page is hydrated stays, with the choices, the file and the focus", async () => {
  const { page } = await product.visit();
  const hydrate = await openTranslated(page, "/signup", "Join Navarambh");
  const email = page.getByRole("textbox", { name: "Email" });
  const degree = page.getByRole("combobox", { name: "Degree or class" });
  await page.getByRole("radio", { name: /^Student/ }).check();
  await page.getByRole("combobox", { name: "Education level" }).selectOption("Undergraduate");
  await degree.selectOption("B.Tech");
  await page.getByLabel("Résumé").setInputFiles(writeFile("cv.pdf", fileBytes("pdf", 9_000)));
  await page.getByRole("textbox", { name: "Full Name" }).fill("Asha Kulkarni");
  await email.fill("asha@people.example.in");
  await hydrate();
  expect(await page.getByRole("radio", { name: /^Student/ }).isChecked()).toBe(true);
  expect(await page.getByRole("textbox", { name: "Full Name" }).inputValue()).toBe("Asha Kulkarni");
  expect(await email.inputValue()).toBe("asha@people.example.in");
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByText("Kept. It goes with your profile.").waitFor();
  expect(await degree.inputValue()).toBe("B.Tech");
});

test("what was typed into two forms of a translated page stays in both", async () => {
  const { page } = await newMember(product);
  const hydrate = await openTranslated(page, "/settings", "Where you are signed in");
  const name = section(page, "Your name").getByLabel("Full name");
  const phone = section(page, "Your phone number").getByLabel("Phone");
  await phone.fill("98220 12345");
  await name.fill("Meera Joshi");
  await hydrate();
  await expect.poll(() => name.inputValue()).toBe("Meera Joshi");
  expect(await phone.inputValue()).toBe("98220 12345");
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
});

/** Fills in the sign-up form of a translated page, sends it twice, and goes on to a public page. */
async function fillWithMistakes(page: Page): Promise<void> {
  for (const role of [/^Student/, /^Investor/, /^Student/]) await page.getByRole("radio", { name: role }).check();
  await createAccount(page);
  expect((await waitForErrors(page, "Please fill in all required fields")).length).toBeGreaterThan(5);
  const person = createPerson({ role: "Mentor" });
  await fillSignUp(page, person);
  await createAccount(page);
  await greeting(page, person).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Stories" }).first().click();
  await page.getByRole("heading", { name: "Featured Stories" }).waitFor();
}

test("a translated page shows what has changed on another device", async () => {
  const { page, visitor } = await newMember(product);
  const connected = whenConnected(page);
  await visitor.open("/dashboard");
  await connected;
  await page.evaluate(translate);
  const headers = { Origin: product.server.origin };
  await page.request.patch("/api/profile", { data: { location: "Satara" }, headers });
  await expect.poll(() => profileValue(page, "Location").textContent()).toBe("Satara");
  const announcement = page.locator("[aria-live=polite]", { hasText: "This page was just updated" });
  expect(await announcement.textContent()).toMatch(/your profile\.$/);
  await page.request.patch("/api/account/name", { data: { name: "Meera Joshi" }, headers });
  await greeting(page, { name: "Meera Joshi" }).waitFor();
  expect(visitor.consoleErrors()).toEqual([]);
});

test("a translated static page is not hydrated: its menu stays open, and its links and forms work", async () => {
  const visitor = await product.visit({ isPhone: true, width: 390 });
  const { page } = visitor;
  const requests = recordRequests(visitor);
  await openWithoutHydration(visitor, "/about");
  await page.evaluate(translate);
  await page.getByText("Menu", { exact: true }).tap();
  const menu = page.getByRole("navigation", { name: "Main, small screens" });
  await menu.getByRole("link", { name: "Stories" }).waitFor();
  await page.getByText("Menu", { exact: true }).tap();
  expect(codeRequests(requests)).toEqual([]);
  await page.getByRole("button", { name: "Send Message" }).tap();
  await page.getByRole("heading", { name: "Please enter your full name" }).waitFor();
  // Until the answer is hydrated, the browser may scroll to the fragment of its address, and a tap would miss.
  await waitForHydration(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Stories" }).first().tap();
  await page.getByRole("heading", { name: "Featured Stories" }).waitFor();
  expect(visitor.consoleErrors()).toEqual([]);
});
