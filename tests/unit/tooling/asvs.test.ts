// docs/asvs.md names every requirement of OWASP ASVS 5.0.0, level 1 and 2, and the tests and papers that it names are there.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ASVS_REQUIREMENTS } from "./asvs-requirements";

const ROOT = join(import.meta.dirname, "../../..");
const TABLE = "docs/asvs.md";

interface Row {
  id: string;
  level: string;
  asks: string;
  status: string;
  evidence: string;
}

const page = readFileSync(join(ROOT, TABLE), "utf8");

const rows: Row[] = page.split("\n").flatMap((line) => {
  if (!/^\| \d/.test(line)) return [];
  const [id = "", level = "", asks = "", status = "", evidence = "", ...more] = line
    .replace(/^\| | \|$/g, "")
    .split(" | ");
  expect(more, line).toEqual([]);
  return [{ id, level, asks, status, evidence }];
});

/** What a row names as evidence: `path › title`. */
function references({ evidence }: Row): { path: string; titles: string[] }[] {
  return [...evidence.matchAll(/`([^`]+)`/g)].flatMap(([, span = ""]) => {
    const [path = "", ...titles] = span.split(" › ");
    return titles.length > 0 ? [{ path, titles }] : [];
  });
}

/** Whether a source file has a test, or a group of tests, with the title. Of a table of tests the title has its placeholders. */
function hasTest(source: string, title: string): boolean {
  const calls = source.replaceAll(/\(\s+/g, "(");
  return ['"', "'", "`"].some((quote) => calls.includes(`(${quote}${title}${quote},`));
}

/** Whether a document has a heading, or a paragraph that begins with the words in bold. */
function hasSection(source: string, title: string): boolean {
  return source
    .split("\n")
    .some((line) => line.replace(/^#+ /, "# ") === `# ${title}` || line.replace(/^- /, "").startsWith(`**${title}`));
}

/** The evidence of a row that is not there, in words. */
function missingEvidence(row: Row): string[] {
  return references(row).flatMap(({ path, titles }) => {
    const file = join(ROOT, path);
    if (!existsSync(file)) return [`${row.id}: there is no ${path}`];
    const source = readFileSync(file, "utf8");
    const has = path.endsWith(".md") ? hasSection : /\.test\.tsx?$/.test(path) ? hasTest : () => false;
    return titles.filter((title) => !has(source, title)).map((title) => `${row.id}: ${path} has no “${title}”`);
  });
}

/** Whether a row has what its status requires. */
function isComplete(row: Row): boolean {
  if (row.status === "met") return references(row).length > 0;
  if (row.status === "not applicable") return row.evidence.length > 12;
  return row.status === "open" && /\bIt would take .{10}/.test(row.evidence);
}

describe("the table of ASVS 5.0", () => {
  test("has each requirement of level 1 and 2 once, with its level, in the standard's order", () => {
    expect(ASVS_REQUIREMENTS).toHaveLength(253);
    expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(ASVS_REQUIREMENTS);
  });

  test("has words and a status for each, and what the status requires", () => {
    expect(rows.filter((row) => row.asks.length < 5 || !isComplete(row)).map(({ id }) => id)).toEqual([]);
  });

  test("names only tests and sections that are there", () => {
    expect(rows.flatMap(missingEvidence)).toEqual([]);
  });

  test("is summed up in the text above it", () => {
    const count = (status: string) => rows.filter((row) => row.status === status).length;
    expect(page).toContain(
      `Today ${count("met")} are met, ${count("not applicable")} not applicable, ${count("open")} open.`,
    );
  });
});
