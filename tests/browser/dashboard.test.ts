// The dashboard: the notice about an unconfirmed email, and the layout of the members' pages.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityViolations } from "../support/browser";
import { hasFocus } from "../support/forms";
import { layoutFaultsAt } from "../support/layout";
import { mailedLink } from "../support/mailbox";
import { newMember } from "../support/members";
import { createPerson, greeting } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, writeFile } from "../support/test-files";

const product = useProduct();

/** Counts a page's POST requests from now on. */
function countPosts(page: Page): () => number {
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  return () => posts;
}

test("the notice sends one mail, shows the time and the next possible time, and keeps them after a reload", {
  tags: "mail",
}, async () => {
  const { visitor, page, person } = await newMember(product);
  await visitor.open("/dashboard");
  const notice = page.getByRole("region", { name: "Your email" });
  await notice.getByText("Your email is not confirmed yet.").waitFor();
  await page.clock.install();
  const posts = countPosts(page);
  await notice.getByRole("button", { name: "Send me the link" }).dblclick();
  await notice.getByText(/We sent it at \d\d:\d\d\./).waitFor();
  await notice.getByText(/You can ask for another one at \d\d:\d\d:\d\d\./).waitFor();
  // The button is disabled for a minute, and keeps the focus.
  const sent = notice.getByRole("button", { name: "Sent" });
  expect(await sent.getAttribute("aria-disabled")).toBe("true");
  await expect.poll(() => hasFocus(sent)).toBe(true);
  await sent.click({ force: true });
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(posts()).toBe(1);
  await mailedLink(product.server, person.email, "verification", 1);
  await page.clock.fastForward("01:01");
  await notice.getByRole("button", { name: "Send it again" }).waitFor();
  await page.reload();
  await notice.getByText(/We sent it at \d\d:\d\d\./).waitFor();
  expect(visitor.consoleErrors()).toEqual([]);
});

test("without JavaScript the notice sends one mail, and says when another can be requested", {
  tags: "mail",
}, async () => {
  const { visitor, page, person } = await newMember(product, { javaScript: false });
  await visitor.open("/dashboard");
  const notice = page.getByRole("region", { name: "Your email" });
  const posts = countPosts(page);
  await notice.getByRole("button", { name: "Send me the link" }).click();
  await notice.getByText("We sent it just now.").waitFor();
  await page.reload();
  await greeting(page, person).waitFor();
  expect(posts()).toBe(1);
  await mailedLink(product.server, person.email, "verification", 1);
  await notice.getByRole("button").click();
  await notice.getByText(/A mail was sent a moment ago\. .* in (1 minute|\d+ seconds?)\./).waitFor();
  await mailedLink(product.server, person.email, "verification", 1);
  expect(visitor.consoleErrors()).toEqual([]);
});

test("the members' pages and their errors fit narrow screens and large text, and pass axe in dark mode", async () => {
  const widths = [
    { width: 320, hasLargeText: false },
    { width: 360, hasLargeText: true },
  ];
  const person = createPerson({ name: "Nkechi Obi" });
  person.email = `nkechi.obi.with.quite.a.long.address.${person.email}`;
  const { visitor, page } = await newMember(product, { width: 320, colorScheme: "dark" }, person);
  const faults: string[] = [];
  const measure = async (state: string) => {
    for (const fault of await layoutFaultsAt(page, widths)) faults.push(`${state}, ${fault}`);
  };
  const runAxe = async () => faults.push(...(await accessibilityViolations(page)));
  await visitor.open("/dashboard");
  await page.getByText("No résumé yet.").waitFor();
  await measure("dashboard without a file");
  await visitor.open("/profile");
  await page.getByLabel("Date of birth").fill(`${new Date().getFullYear() - 12}-01-01`);
  await page.getByRole("textbox", { name: "College" }).fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("alert").waitFor();
  await measure("profile with errors");
  await runAxe();
  await page.reload();
  await page.getByText("You have not saved this yet.").waitFor();
  await page.getByRole("radio", { name: /^Mentor/ }).check();
  await measure("profile with a draft in another role");
  await visitor.open("/profile/file");
  await page.getByRole("button", { name: "Add my résumé" }).click();
  await page.getByRole("alert").waitFor();
  await measure("file with an error");
  const file = writeFile("a-résumé-with-quite-a-long-name-and-no-room-to-break-it.pdf", fileBytes("pdf", 9_000));
  await page.getByLabel("Résumé").setInputFiles(file);
  await page.getByText("It has arrived.").waitFor();
  await measure("file that has arrived");
  await runAxe();
  await page.getByRole("button", { name: "Add my résumé" }).click();
  await page.getByText("Your file is in its place.").waitFor();
  await measure("dashboard with a file");
  await runAxe();
  await visitor.open("/profile/file/delete");
  await measure("deletion");
  await runAxe();
  expect(faults).toEqual([]);
});
