// The dashboard: its quiet notice of an address that is not proven yet, and the room that it and its pages have.
import { expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser";
import { doubleText, layoutFaults } from "../support/layout";
import { mailTo } from "../support/mailbox";
import { signedIn } from "../support/members";
import { greeting, person, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";
import { fileBytes, writeFile } from "../support/test-files";

const product = useProduct();

test("the mail is sent from the notice, which says when and when again, and goes once the link was followed", async () => {
  const who = person();
  await signUpOverApi(product.server, who);
  const visitor = await signedIn(product, who);
  const { page } = visitor;
  const notice = page.getByRole("region", { name: "Your email" });
  await notice.getByText("Your email is not confirmed yet.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.clock.install();
  await notice.getByRole("button", { name: "Send me the link" }).dblclick();
  await notice.getByText(/We sent it at \d\d:\d\d\./).waitFor();
  await notice.getByText(/You can ask for another one at \d\d:\d\d:\d\d\./).waitFor();
  // Not yet; the button keeps the focus meanwhile.
  const sent = notice.getByRole("button", { name: "Sent" });
  expect(await sent.getAttribute("aria-disabled")).toBe("true");
  expect(await sent.evaluate((button) => button === document.activeElement)).toBe(true);
  await sent.click({ force: true });
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await mailTo(product.server, who.email)).toHaveLength(1);
  await page.clock.fastForward("01:01");
  await notice.getByRole("button", { name: "Send it again" }).waitFor();
  await page.reload();
  await notice.getByText(/We sent it at \d\d:\d\d\./).waitFor();

  const [mail] = await mailTo(product.server, who.email);
  await page.goto(mail?.links[0] ?? "");
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await page.getByRole("heading", { level: 1, name: "Your email is confirmed" }).waitFor();
  await page.goto("/dashboard");
  await greeting(page, who).waitFor();
  expect(await notice.count()).toBe(0);
  expect(visitor.complaints()).toEqual([]);
});

test("without JavaScript the mail is sent too, a reload sends no other, and asking at once says when", async () => {
  const who = person();
  await signUpOverApi(product.server, who);
  const visitor = await signedIn(product, who, { javaScript: false });
  const { page } = visitor;
  const notice = page.getByRole("region", { name: "Your email" });
  await notice.getByRole("button", { name: "Send me the link" }).click();
  await notice.getByText("We sent it just now.").waitFor();
  await page.reload();
  await greeting(page, who).waitFor();
  expect(await mailTo(product.server, who.email)).toHaveLength(1);
  await notice.getByRole("button").click();
  await notice.getByText(/A mail was sent a moment ago\. .* in (1 minute|\d+ seconds?)\./).waitFor();
  await greeting(page, who).waitFor();
  expect(await mailTo(product.server, who.email)).toHaveLength(1);
  expect(visitor.complaints()).toEqual([]);
});

test.each([
  { width: 320, hasLargeText: false },
  { width: 360, hasLargeText: true },
])(
  "a member's pages and their errors fit $width px, in the dark too (text at twice its size: $hasLargeText)",
  async ({ width, hasLargeText }) => {
    const who = person({ name: "Nkechi Obi", email: `nkechi.obi.of.the.long.address.${width}@people.example.in` });
    await signUpOverApi(product.server, who);
    const { page, open } = await signedIn(product, who, { width, colorScheme: "dark" });
    const faults: string[] = [];
    const look = async (state: string) => {
      if (hasLargeText) await doubleText(page);
      const found = [...(await layoutFaults(page)), ...(await accessibilityProblems(page))];
      for (const fault of found) faults.push(`${state}: ${fault}`);
    };
    await look("dashboard without a file");
    await open("/profile");
    await page.getByLabel("Date of birth").fill("2015-01-01");
    await page.getByRole("textbox", { name: "College" }).fill("");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("alert").waitFor();
    await look("profile with errors");
    await page.reload();
    await page.getByText("You have not saved this yet.").waitFor();
    await page.getByRole("radio", { name: /^Mentor/ }).check();
    await look("profile with a draft in another role");
    await open("/profile/file");
    await page.getByRole("button", { name: "Add my résumé" }).click();
    await page.getByRole("alert").waitFor();
    await look("file with an error");
    const file = writeFile("a-résumé-with-quite-a-long-name-and-no-room-to-break-it.pdf", fileBytes("pdf", 9_000));
    await page.getByLabel("Résumé").setInputFiles(file);
    await page.getByText("It has arrived.").waitFor();
    await look("file that has arrived");
    await page.getByRole("button", { name: "Add my résumé" }).click();
    await page.getByText("Your file is in its place.").waitFor();
    await look("dashboard with a file");
    await open("/profile/file/delete");
    await look("deletion");
    expect(faults).toEqual([]);
  },
);
