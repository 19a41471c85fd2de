// Scores a response by the rules of Mozilla's HTTP Observatory: its own package, of which the part that scans over the network is not used.
import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";

const FOLDER = join(import.meta.dirname, "observatory");
const PACKAGE = join(FOLDER, "node_modules/@mdn/mdn-http-observatory");
/** The list of hosts that browsers preload. The package downloads it when it is installed. */
const PRELOADED_HOSTS = join(PACKAGE, "conf/hsts-preload.json");

/** What the site answered, as if it had come from a public host over https with a valid certificate. */
export interface ScannedResponse {
  /** The address, with https. */
  url: URL;
  response: Response;
  html: string;
  /** The answer to a CORS preflight of another site. */
  preflight: Response;
  /** The addresses that a request over http leads to, the first one included. */
  redirects: { url: URL; status: number }[];
}

export interface Score {
  grade: string;
  score: number;
  /** The rules that the response fails, with what the package calls the reason. */
  failed: string[];
}

type Rule = (requests: object) => { pass: boolean | null; result: string; constructor: { name: string } };

/** The modules of the package that are used here, with what is used of them. */
interface Observatory {
  "constants.js": { ALL_TESTS: Rule[] };
  "types.js": { Requests: new (hostname: string) => { resources: object; responses: object; session: object | null } };
  "grader/charts.js": { MINIMUM_SCORE_FOR_EXTRA_CREDIT: number };
  "grader/grader.js": {
    getScoreModifier(result: string): number;
    getGradeForScore(score: number): { score: number; grade: string };
  };
  "retriever/utils.js": { parseHttpEquivHeaders(html: string, url: string): Map<string, string[]> };
}

/**
 * Installs the package below `tests/support/observatory`, unless it is there in the version that its package.json names.
 * @throws an error with npm's output, when that fails
 */
export async function installObservatory(): Promise<void> {
  if (!isInstalled()) {
    process.stderr.write(
      "Installing Mozilla's HTTP Observatory below tests/support/observatory, which a test needs.\n",
    );
    const install = ["ci", "--no-audit", "--no-fund", "--prefer-offline"];
    try {
      await promisify(execFile)("npm", install, { cwd: FOLDER });
    } catch (error) {
      const message =
        "The HTTP Observatory could not be installed. It comes from the npm registry: with a network, run `npm ci` in tests/support/observatory.";
      throw new Error(message, { cause: error });
    }
  }
  // No host counts as preloaded.
  if (!existsSync(PRELOADED_HOSTS)) writeFileSync(PRELOADED_HOSTS, "{}\n");
}

function isInstalled(): boolean {
  // npm writes this file last.
  if (!existsSync(join(FOLDER, "node_modules/.package-lock.json"))) return false;
  const read = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return read(PACKAGE).version === read(FOLDER).dependencies["@mdn/mdn-http-observatory"];
}

const load = <Name extends keyof Observatory>(name: Name): Promise<Observatory[Name]> =>
  import(/* @vite-ignore */ join(PACKAGE, "src", name));

/** Scores a response. The sum of the rules' modifiers is that of the package's `src/scanner/index.js`. */
export async function scoreByObservatory(scanned: ScannedResponse): Promise<Score> {
  const { ALL_TESTS } = await load("constants.js");
  const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await load("grader/charts.js");
  const { getScoreModifier, getGradeForScore } = await load("grader/grader.js");
  const requests = await toRequests(scanned);
  const results = ALL_TESTS.map((rule) => rule(requests));
  const modifiers = results.map(({ result }) => getScoreModifier(result));
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 100);
  const withoutExtraCredit = sum(modifiers.filter((modifier) => modifier < 0));
  const score = withoutExtraCredit >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? sum(modifiers) : withoutExtraCredit;
  const failed = results.filter(({ pass }) => !pass).map((result) => `${result.constructor.name}: ${result.result}`);
  return { ...getGradeForScore(score), failed };
}

/** A response as the package's `src/retriever` would have retrieved it. */
async function toRequests({ url, response, html, preflight, redirects }: ScannedResponse): Promise<object> {
  const { Requests } = await load("types.js");
  const { parseHttpEquivHeaders } = await load("retriever/utils.js");
  const { CookieJar } = createRequire(join(PACKAGE, "package.json"))("tough-cookie");
  const jar = new CookieJar();
  for (const cookie of response.headers.getSetCookie()) jar.setCookieSync(cookie, url.href);
  const answer = { status: response.status, headers: headersOf(response), verified: true };
  const requests = new Requests(url.hostname);
  requests.resources = { path: html };
  requests.responses = {
    auto: { ...answer, httpEquiv: parseHttpEquivHeaders(html, url.href) },
    cors: { status: preflight.status, headers: headersOf(preflight), verified: true },
    http: answer,
    https: answer,
    httpRedirects: redirects,
    httpsRedirects: [],
  };
  requests.session = { url, jar };
  return requests;
}

/** Headers as axios has them: an object, with an array of cookies. */
function headersOf({ headers }: Response): Record<string, string | string[]> {
  return { ...Object.fromEntries(headers), "set-cookie": headers.getSetCookie() };
}
