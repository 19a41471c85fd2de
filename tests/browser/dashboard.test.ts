// The dashboard's quiet notice: an address that is not proven yet, and the mail that proves it.
import { expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser";
import { mailTo } from "../support/mailbox";
import { signedIn } from "../support/members";
import { greeting, person, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

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
  await sent.click();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await mailTo(product.server, who.email)).toHaveLength(1);
  await page.clock.fastForward("01:01");
  await notice.getByRole("button", { name: "Send it again" }).waitFor();

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
  await notice.getByText(/A mail was sent a moment ago\. .* in \d+ seconds?\./).waitFor();
  await greeting(page, who).waitFor();
  expect(await mailTo(product.server, who.email)).toHaveLength(1);
  expect(visitor.complaints()).toEqual([]);
});
