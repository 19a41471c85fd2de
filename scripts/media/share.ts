// Draws the share images of all pages and stories into public/share/. Run it after a title, a story or the motif changes.
import { readdirSync, rmSync } from "node:fs";
import { withPage } from "./chromium";
import { writePng } from "./png";
import { SHARE_SIZE, shareDocuments } from "./share-cards";

const FOLDER = "public/share";
const BYTES_MAX = 60_000;
const COLORS = 40;

/** Writes one PNG for each page and story, and removes PNGs of deleted stories. Throws when a file is too large. */
export async function draw(): Promise<void> {
  const documents = shareDocuments();
  await withPage(SHARE_SIZE, async (page) => {
    for (const [file, html] of documents) {
      await page.setContent(html);
      await page.evaluate("document.fonts.ready.then(() => undefined)");
      const size = await writePng(`${FOLDER}/${file}`, await page.screenshot(), COLORS);
      if (size > BYTES_MAX) throw new Error(`${FOLDER}/${file} has ${size} bytes, more than ${BYTES_MAX}`);
      console.log(`${FOLDER}/${file}: ${size} bytes`);
    }
  });
  for (const file of readdirSync(FOLDER, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".png") && !documents.has(file)) rmSync(`${FOLDER}/${file}`);
  }
}
