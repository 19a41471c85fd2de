// The product on a project that `npm run appwrite:setup` has made, with no more rights than the setup says it needs.
// @module-tag own-server
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PLATFORM_SCOPES, PRODUCT_SCOPES, SETUP_SCOPES } from "../../worker/appwrite/project";
import { type StandaloneAppwrite, startAppwrite, startProductOn } from "../support/appwrite";
import { getPage, postForm } from "../support/http";
import { mailsTo } from "../support/mailbox";
import { createPerson, requestVerificationMail, signUpFields } from "../support/people";
import type { Server } from "../support/server";
import { fileBytes } from "../support/test-files";

const SETUP = join(import.meta.dirname, "../../scripts/appwrite-setup/run.ts");

let appwrite: StandaloneAppwrite;
let product: Server;

beforeAll(async () => {
  appwrite = await startAppwrite(["--empty"]);
  const args = ["--endpoint", `${appwrite.origin}/v1`, "--project", "navarambh", "--site", "http://localhost"];
  const env = { PATH: process.env.PATH, APPWRITE_API_KEY: await keyWith([...SETUP_SCOPES, ...PLATFORM_SCOPES]) };
  const { status, stderr } = spawnSync(process.execPath, [SETUP, ...args], { encoding: "utf8", env });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  product = await startProductOn({ origin: appwrite.origin, apiKey: await keyWith(PRODUCT_SCOPES) });
});

afterAll(async () => {
  await product?.dispose();
  await appwrite?.dispose();
});

async function keyWith(scopes: readonly string[]): Promise<string> {
  const response = await fetch(`${appwrite.origin}/v1/project/keys`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Appwrite-Project": "navarambh",
      "X-Appwrite-Key": appwrite.apiKey,
    },
    body: JSON.stringify({ keyId: "unique()", name: "A test's", scopes }),
  });
  return ((await response.json()) as { secret: string }).secret;
}

test("a visitor joins with a file, confirms their address, and leaves", async () => {
  const person = createPerson({ role: "Student" });
  const form = new FormData();
  for (const [name, value] of Object.entries(signUpFields(person))) form.set(name, value);
  form.set("resume", new File([fileBytes("pdf", 5000)], "cv.pdf"));
  const joined = await postForm(product, "/signup", form);
  expect(joined).toMatchObject({ status: 303, location: "/dashboard?whole" });

  const { cookie } = joined;
  const dashboard = await getPage(product, "/dashboard?whole", { cookie });
  expect(dashboard.text).toContain(`Welcome back, ${person.name}!`);
  expect(dashboard.text).toContain("cv.pdf");

  await requestVerificationMail(product, cookie);
  const [mail] = await mailsTo(appwrite, person.email);
  expect(mail?.links[0]).toContain(`${product.origin}/`);

  const left = await fetch(`${product.origin}/api/account`, {
    method: "DELETE",
    headers: { Cookie: cookie, Origin: product.origin, "Content-Type": "application/json" },
    body: JSON.stringify({ password: person.password }),
  });
  expect(left.status).toBe(204);
});
