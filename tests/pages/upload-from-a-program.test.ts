// Runs the commands of docs/upload-from-a-program.md, taken from the page itself.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createPerson, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";
import { findOrInstallProgram } from "../support/system-package";
import { fileBytes, fingerprint } from "../support/test-files";

const server = useServer();

const DOCUMENT = readFileSync(join(import.meta.dirname, "../../docs/upload-from-a-program.md"), "utf8");
/** The shell commands of the page, in their order. */
const [UPLOAD = "", RUN = "", JOIN = "", SIGN_IN = "", REPLACE = ""] = [
  ...DOCUMENT.matchAll(/^```sh\n(.*?)^```$/gms),
].map(([, code]) => code);
const PDF = fileBytes("pdf", 11_000_000);

let curl: string;
beforeAll(() => {
  const found = findOrInstallProgram(["curl"], "curl");
  if (!found) throw new Error("This test needs curl: install it first.");
  curl = found;
});

/** Who joins, as the page's commands want them. */
function newcomer() {
  const { email, phone, password } = createPerson();
  return { EMAIL: email, PHONE: phone.replace(" ", ""), PASSWORD: password };
}

/** A folder with the script and the file of the page, and a shell in it. */
function openShell(person: ReturnType<typeof newcomer>) {
  const folder = mkdtempSync(join(tmpdir(), "navarambh-upload-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = join(folder, "calls");
  writeFileSync(join(folder, "upload.sh"), UPLOAD);
  writeFileSync(join(folder, "asha-rao.pdf"), PDF);
  writeFileSync(log, "");
  // Notes each call of curl, and fails the one that `FAIL_AT` names as a lost connection does.
  const program = `#!/bin/sh
echo "$*" >> '${log}'
[ "$(wc -l < '${log}')" != "\${FAIL_AT:-}" ] || exit 56
exec '${curl}' "$@"
`;
  writeFileSync(join(folder, "curl"), program);
  chmodSync(join(folder, "curl"), 0o755);
  return {
    /** Runs commands of the page. @returns the exit code, what was printed, and the methods of its calls */
    async run(commands: string, failAt = 0) {
      writeFileSync(log, "");
      const script = commands.replace(/^export SITE=.*$/m, "");
      const child = spawn("sh", ["-e", "-c", script], {
        cwd: folder,
        env: { ...person, SITE: server().origin, PATH: `${folder}:${process.env.PATH}`, FAIL_AT: String(failAt) },
      });
      const output = Promise.all([text(child.stdout), text(child.stderr)]);
      const [code] = await once(child, "close");
      const [printed, errors] = await output;
      const methods = readFileSync(log, "utf8").match(/(?<=-X )[A-Z]+|-I\b/g);
      return { code, printed, errors, methods: methods?.map((method) => (method === "-I" ? "HEAD" : method)) ?? [] };
    },
    /** The bytes of the file in the profile of whoever is signed in. */
    async storedFile() {
      const { printed, errors } = await this.run(`curl -fsS -b cookies.txt "$SITE/api/profile"`);
      if (errors) throw new Error(errors);
      const { resumeId } = JSON.parse(printed).profile;
      await this.run(`curl -fsS -b cookies.txt -o stored "$SITE/api/files/${resumeId}/content"`);
      return readFileSync(join(folder, "stored"));
    },
  };
}

test("the script uploads a file, goes on after a lost connection, and the file joins", async () => {
  const shell = openShell(newcomer());
  // The fourth call sends the second part.
  const cut = await shell.run(RUN, 4);
  expect(cut.methods).toEqual(["POST", "HEAD", "PATCH", "PATCH"]);
  expect(cut.code).not.toBe(0);
  const rest = await shell.run(RUN);
  expect(rest).toMatchObject({ code: 0, errors: "", methods: ["HEAD", "PATCH", "PATCH"] });
  expect(await shell.run(RUN)).toMatchObject({ code: 0, errors: "", methods: ["HEAD"] });
  expect(await shell.run(JOIN)).toMatchObject({ code: 0, errors: "" });
  expect(fingerprint(await shell.storedFile())).toBe(fingerprint(PDF));
});

test("a member signs in, and puts an uploaded file into the profile", async () => {
  const person = newcomer();
  await signUpOverApi(server(), createPerson({ email: person.EMAIL, phone: person.PHONE, password: person.PASSWORD }));
  const shell = openShell(person);
  expect(await shell.run(SIGN_IN)).toMatchObject({ code: 0, errors: "" });
  expect(await shell.run(REPLACE)).toMatchObject({ code: 0, errors: "" });
  expect(fingerprint(await shell.storedFile())).toBe(fingerprint(PDF));
});

test("the page lists the extensions that the API announces", async () => {
  const response = await fetch(`${server().origin}/api/files`, { method: "OPTIONS" });
  const listed = [...DOCUMENT.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, extension]) => extension);
  expect(listed.join(",")).toBe(response.headers.get("Tus-Extension"));
});

test("the script fails, and says why, when the file is refused", async () => {
  const shell = openShell(newcomer());
  const { code, errors } = await shell.run("sh upload.sh upload.sh resume");
  expect(code).not.toBe(0);
  expect(errors).toContain("415");
});
