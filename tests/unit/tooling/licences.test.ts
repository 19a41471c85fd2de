// Every dependency has a licence that the project accepts. The licences are those that the lock files note.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

/** SPDX identifiers of licences that ask for no more than their notice. */
const ACCEPTED: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
]);

interface Exception {
  /** The packages, by name. */
  packages: RegExp;
  /** What the lock file notes: no licence, or another one than the accepted. */
  licence: string | undefined;
  reason: string;
  /** Whether it may be among what the site is made of. */
  shipped?: true;
}

const EXCEPTIONS: readonly Exception[] = [
  {
    packages: /^combine-errors$/,
    licence: undefined,
    reason: "Its package.json names none; its Readme.md says MIT. A part of tus-js-client.",
    shipped: true,
  },
  {
    packages: /^axe-core$/,
    licence: "MPL-2.0",
    reason: "Runs in tests, unchanged.",
  },
  {
    packages: /^lightningcss(-.+)?$/,
    licence: "MPL-2.0",
    reason: "Vite compresses style sheets with it, unchanged; its code is in no build.",
  },
  {
    packages: /^@mdn\/mdn-http-observatory$/,
    licence: "MPL-2.0",
    reason: "Runs in a test, unchanged.",
  },
  {
    packages: /^(busboy|streamsearch)$/,
    licence: undefined,
    reason: "Their package.json says MIT in a form that npm does not note. In a test, with the package above.",
  },
  {
    packages: /^@img\/sharp-libvips-/,
    licence: "LGPL-3.0-or-later",
    reason: "A library of Miniflare for images, which is linked dynamically and in no build.",
  },
  {
    packages: /^@img\/sharp-wasm32$/,
    licence: "Apache-2.0 AND LGPL-3.0-or-later AND MIT",
    reason: "As above, for platforms without a binary.",
  },
  {
    packages: /^@img\/sharp-win32-/,
    licence: "Apache-2.0 AND LGPL-3.0-or-later",
    reason: "As above, for Windows.",
  },
  {
    packages: /^caniuse-lite$/,
    licence: "CC-BY-4.0",
    reason: "Data about browsers that build tools read; no build has them.",
  },
  {
    packages: /^dejavu-fonts-ttf$/,
    licence: "SEE LICENSE IN README.md AND LICENSE",
    reason: "The Bitstream Vera licence. A test shows pages in these fonts; the site does not send them.",
  },
];

interface Locked {
  name: string;
  licence: string | undefined;
  /** False for what only development needs. */
  shipped: boolean;
}

interface LockEntry {
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
}

/** The packages of a lock file. @param shipped whether packages that are not marked as for development alone are a part of the site */
function readLockFile(path: string, shipped: boolean): Locked[] {
  const { packages }: { packages: Record<string, LockEntry> } = JSON.parse(readFileSync(join(ROOT, path), "utf8"));
  return Object.entries(packages).flatMap(([folder, { license, dev, devOptional }]) => {
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    return folder === "" ? [] : [{ name, licence: license, shipped: shipped && !dev && !devOptional }];
  });
}

/**
 * Whether one may choose accepted licences in an SPDX expression. Parentheses are around the whole expression only in the packages that
 * there are, so that AND comes before OR.
 */
function isAccepted(expression: string | undefined): boolean {
  const choices = expression?.replace(/^\((.*)\)$/, "$1").split(" OR ") ?? [];
  return choices.some((choice) => choice.split(" AND ").every((licence) => ACCEPTED.has(licence)));
}

function isException({ name, licence, shipped }: Locked, exception: Exception): boolean {
  return exception.packages.test(name) && exception.licence === licence && (exception.shipped === true || !shipped);
}

const locked = [
  ...readLockFile("package-lock.json", true),
  ...readLockFile("tests/support/observatory/package-lock.json", false),
];

test("every dependency has an accepted licence, or an exception with a reason", () => {
  expect(locked.filter(({ shipped }) => shipped).length).toBeGreaterThan(20);
  const others = locked.filter(
    (one) => !isAccepted(one.licence) && !EXCEPTIONS.some((exception) => isException(one, exception)),
  );
  expect(others).toEqual([]);
});

test("no exception is left over", () => {
  const unused = EXCEPTIONS.filter((exception) => !locked.some((one) => isException(one, exception)));
  expect(unused).toEqual([]);
});

test.each([
  ["MIT", true],
  ["(MIT OR EUPL-1.1+)", true],
  ["Apache-2.0 AND MIT", true],
  ["Apache-2.0 AND LGPL-3.0-or-later", false],
  ["GPL-3.0-only", false],
  ["", false],
  [undefined, false],
])("the licence %j is accepted: %s", (expression, accepted) => {
  expect(isAccepted(expression)).toBe(accepted);
});

test("the site's fonts are under the SIL Open Font License, whose text lies beside them", () => {
  const folder = join(ROOT, "public/fonts");
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const fonts = readdirSync(folder).filter((name) => name.endsWith(".woff2"));
  expect(fonts.length).toBeGreaterThan(0);
  expect(fonts.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  const licence = readFileSync(join(folder, "OFL.txt"), "utf8");
  expect(licence).toContain("SIL OPEN FONT LICENSE Version 1.1");
  for (const owner of ["Bricolage Grotesque Project Authors", "Girish Dalvi"]) {
    expect(readme).toContain(owner);
    expect(licence).toContain(owner);
  }
});
