// Draws the site's icons from its mark: public/favicon.ico, apple-touch-icon.png and the manifest's icons.
import { readFileSync, writeFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { Mark } from "../../app/components/motif/mark";
import { withPage } from "./chromium";
import { writePng } from "./png";

const CLOTH = "#122859";
const COTTON = "#f8f3e8";
const MARIGOLD = "#f9ac1f";
const COLORS = 32;

interface Icon {
  file: string;
  /** In pixels. */
  size: number;
  /** Width of the mark as a fraction of the icon. A maskable icon must stay within a circle of 0.8. */
  share: number;
}

const ICONS: readonly Icon[] = [
  { file: "icon-192.png", size: 192, share: 0.8 },
  { file: "icon-512.png", size: 512, share: 0.8 },
  { file: "icon-maskable-512.png", size: 512, share: 0.6 },
  { file: "apple-touch-icon.png", size: 180, share: 0.74 },
];
/** The icon of old browsers: 16 and 32 pixels, from the same drawing as favicon.svg. */
const FAVICON_SIZES = [16, 32];

function html({ size, share }: Icon): string {
  const css = `body{margin:0;display:grid;place-items:center;width:${size}px;height:${size}px;background:${CLOTH};color:${COTTON}}svg{width:${size * share}px}.mark-sun{fill:${MARIGOLD}}.mark-eye{fill:${CLOTH}}`;
  return `<!doctype html><style>${css}</style><body>${renderToStaticMarkup(<Mark full />)}`;
}

/** An ICO file of PNG pictures: a header of 6 bytes, an entry of 16 for each, then the pictures. */
function icoFile(pictures: readonly { size: number; png: Uint8Array }[]): Uint8Array {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [i, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * i;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** Writes all icons into public/. */
export async function draw(): Promise<void> {
  await withPage({ width: 512, height: 512 }, async (page) => {
    const shot = async (size: number, content: string) => {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(content);
      return page.screenshot();
    };
    for (const icon of ICONS) {
      const size = await writePng(`public/${icon.file}`, await shot(icon.size, html(icon)), COLORS);
      console.log(`public/${icon.file}: ${size} bytes`);
    }
    const drawing = readFileSync("public/favicon.svg", "utf8");
    const pictures = [];
    for (const size of FAVICON_SIZES) {
      pictures.push({
        size,
        png: await shot(size, `<style>body{margin:0}svg{display:block;width:${size}px}</style>${drawing}`),
      });
    }
    writeFileSync("public/favicon.ico", icoFile(pictures));
  });
}
