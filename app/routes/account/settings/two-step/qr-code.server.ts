// Draws QR codes (ISO/IEC 18004). On the server, so that no browser has to load the library, and none is needed to see the drawing.
import { encodeQR } from "qr";
import type { QrCode } from "./qr-code";

/** The width of the light margin, in modules, that readers need around the code. */
const QUIET_ZONE = 4;

/** @param text at most 2,953 bytes, the most that a QR code holds */
export function drawQrCode(text: string): QrCode {
  // A screen does not get dirty or torn: with little error correction the code has fewer and larger modules.
  const rows = encodeQR(text, "raw", { ecc: "low", border: QUIET_ZONE });
  const path = rows.flatMap((row, y) => darkRuns(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`));
  return { size: rows.length, path: path.join("") };
}

/** The runs of dark modules in a row. */
function darkRuns(row: readonly boolean[]): { x: number; width: number }[] {
  const runs: { x: number; width: number }[] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (!isDark) return;
    if (last && last.x + last.width === x) last.width += 1;
    else runs.push({ x, width: 1 });
  });
  return runs;
}
