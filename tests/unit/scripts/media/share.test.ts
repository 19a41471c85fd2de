import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { BRAND } from "../../../../app/content/brand";
import { STORIES } from "../../../../app/content/stories/stories";
import { shareDocuments } from "../../../../scripts/media/share-cards";

const BYTES_MAX = 60_000;
const PAGES = import.meta.glob<{ meta?: (args: object) => { property?: string; content?: string }[] }>(
  ["../../../../app/routes/marketing/*.tsx", "!../../../../app/routes/marketing/{story,not-found}.tsx"],
  { eager: true },
);

/** Width and height of a PNG, from its header (PNG specification, 11.2.1). */
function pngSize(path: string): [width: number, height: number] {
  const header = new DataView(new Uint8Array(readFileSync(path)).buffer);
  expect(header.getUint32(0), `${path} is a PNG`).toBe(0x89504e47);
  return [header.getUint32(16), header.getUint32(20)];
}

function expectCard(path: string): void {
  expect(pngSize(path), path).toEqual([1200, 630]);
  expect(statSync(path).size, path).toBeLessThanOrEqual(BYTES_MAX);
}

test.each(Object.entries(PAGES))("%s names a share image that is there", (_, { meta }) => {
  const image = meta?.({}).find(({ property }) => property === "og:image")?.content ?? "";
  expect(image.startsWith(`${BRAND.origin}/share/`)).toBe(true);
  expectCard(`public${new URL(image).pathname}`);
});

test.each(STORIES.map(({ id, title }) => [id, title]))("the story %s has a share image with its title", (id, title) => {
  expectCard(`public/share/stories/${id}.png`);
  expect(shareDocuments().get(`stories/${id}.png`)).toContain(title);
});

test("deleted stories have no share image", () => {
  const files = readdirSync("public/share", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".png"),
  );
  expect(files.sort()).toEqual([...shareDocuments().keys()].sort());
});

test.each([
  ["icon-192.png", 192],
  ["icon-512.png", 512],
  ["icon-maskable-512.png", 512],
  ["apple-touch-icon.png", 180],
])("the icon %s is %i pixels wide and high", (file, size) => {
  expect(pngSize(`public/${file}`)).toEqual([size, size]);
});

test("favicon.ico contains images of 16 and 32 pixels", () => {
  const ico = new Uint8Array(readFileSync("public/favicon.ico"));
  expect([...ico.slice(0, 6)]).toEqual([0, 0, 1, 0, 2, 0]);
  expect([ico[6], ico[22]]).toEqual([16, 32]);
});
