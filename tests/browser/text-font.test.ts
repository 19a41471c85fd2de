// The fonts of text and headings.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newMember, profileValue } from "../support/members";
import { createPerson, greeting } from "../support/people";
import { useProduct } from "../support/product";

const product = useProduct();

/** The font families that an element is rendered with. */
async function renderedFonts(page: Page, selector: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
  return fonts.map(({ familyName }) => familyName);
}

test("text is rendered in Mukta, also a Yoruba name with tone marks", async () => {
  const person = createPerson({ name: "Adébọ̀wálé Ẹ̀kọ́ládiípọ̀" });
  const { visitor, page } = await newMember(product, {}, person);
  await visitor.open("/dashboard");
  await greeting(page, person).waitFor();
  await profileValue(page, "Full Name").evaluate((name) => {
    name.id = "full-name";
    return document.fonts.ready;
  });
  expect(new Set(await renderedFonts(page, "#full-name"))).toEqual(new Set(["Mukta"]));
});

test.each([
  ["Yoruba", "Adébọ̀wálé Ẹ̀kọ́ládiípọ̀"],
  ["Igbo", "Ịfẹọma Ụgọchukwu"],
  ["Kikuyu and Luganda", "Wangũi Kĩmani Ŋŋonde"],
])("a heading with a %s name is rendered in Bricolage Grotesque", async (_, name) => {
  const person = createPerson({ name });
  const { visitor, page } = await newMember(product, {}, person);
  await visitor.open("/dashboard");
  await greeting(page, person).waitFor();
  await page.evaluate(() => document.fonts.ready);
  const fonts = await renderedFonts(page, "h1");
  expect(fonts.filter((font) => !font.startsWith("Bricolage Grotesque"))).toEqual([]);
  expect(fonts).not.toEqual([]);
});
