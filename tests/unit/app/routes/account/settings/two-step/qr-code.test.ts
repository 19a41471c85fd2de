import decodeQR from "qr/decode.js";
import { expect, test } from "vitest";
import type { QrCode } from "../../../../../../../app/routes/account/settings/two-step/qr-code";
import { drawQrCode } from "../../../../../../../app/routes/account/settings/two-step/qr-code.server";

const SCALE = 4;

/** Paints the drawing dark on white, as a browser does. */
function paint({ size, path }: QrCode) {
  const width = size * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      const start = (row * width + Number(x) * SCALE) * 4;
      for (let pixel = 0; pixel < Number(length) * SCALE; pixel += 1)
        data.fill(0, start + pixel * 4, start + pixel * 4 + 3);
    }
  }
  return { width, height: width, data };
}

test.each([
  "otpauth://totp/Navarambh%3Aasha%40example.org?issuer=Navarambh&secret=XYV5BGAMXNRPHNVCLWXXJEB2JLU4VOAEXJAMH5LJLTI2IBHX5SK5VF6HZF6BC47MTLXAATHHM4VK3NIIJJOSKFMUOBJYLJW4MMGKHDI",
  `otpauth://totp/Navarambh%3A${"a".repeat(240)}%40example.org?issuer=Navarambh&secret=${"K".repeat(103)}`,
])("a reader finds the text in the drawing", (text) => {
  expect(decodeQR(paint(drawQrCode(text)))).toBe(text);
});

test("the drawing has a light margin of four modules", () => {
  const { size, path } = drawQrCode("otpauth://totp/Navarambh?secret=KKKK");
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((run) => run.slice(1).map(Number));
  const edges = runs.map(([x = 0, y = 0, length = 0]) => [x, y, size - x - length, size - y - 1]);
  expect([0, 1, 2, 3].map((side) => Math.min(...edges.map((distances) => distances[side] ?? 0)))).toEqual([4, 4, 4, 4]);
});
