// A page that needs the backend starts to arrive before the backend has said anything.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type StandaloneAppwrite, startAppwrite, startProductOn } from "../support/appwrite";
import { type Gate, gateBefore } from "../support/gate";
import { person, signUpOverApi } from "../support/people";
import { useProduct } from "../support/product";

let appwrite: StandaloneAppwrite;
let gate: Gate;
beforeAll(async () => {
  appwrite = await startAppwrite();
  gate = await gateBefore(appwrite.origin);
});
afterAll(async () => {
  await gate.close();
  await appwrite.dispose();
});
afterEach(() => gate.open());
const product = useProduct({ start: () => startProductOn({ ...appwrite, origin: gate.origin }) });

const AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** Asks for a page as a member's browser does, and gives its text piece by piece. */
async function ask(path: string, cookie: string) {
  // As it is: whoever compresses on this machine holds small parts back.
  const headers = { Cookie: cookie, "User-Agent": AGENT, "Accept-Encoding": "identity" };
  const answer = await fetch(product.server.origin + path, { headers });
  if (!answer.body) throw new Error(`${path} has no body`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    answer,
    /** All that has come, once it holds these words. */
    async until(words: string): Promise<string> {
      while (!text.includes(words)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`The page ended without "${words}":\n${text}`);
        text += value;
      }
      return text;
    },
  };
}

test("a member's dashboard shows its header, and that it is loading, before any call is answered", async () => {
  const cookie = await signUpOverApi(product.server, person({ name: "Nisha Gaikwad" }));
  gate.shut();
  const page = await ask("/dashboard", cookie);
  const shell = await page.until("Loading...");
  expect(page.answer.status).toBe(200);
  expect(shell).toContain('<header class="site-header');
  expect(shell).toContain("Nisha Gaikwad");
  expect(shell).not.toContain("Welcome back");
  gate.open();
  await page.until("Welcome back, ");
});

test("a member reads a page that needs nothing of the backend while it says nothing", async () => {
  const cookie = await signUpOverApi(product.server, person({ name: "Vikram Pawar" }));
  gate.shut();
  const page = await ask("/about", cookie);
  expect(await page.until("</html>")).toContain("Vikram Pawar");
});

test.each(["/login", "/signup", "/reset-password", "/verify-email"])("%s waits for no backend", async (path) => {
  gate.shut();
  const page = await ask(path, "");
  expect(await page.until("</html>")).toContain('<header class="site-header');
});

test("a page's headers name the stylesheets and the face that it will need", async () => {
  const page = await ask("/login", "");
  const html = await page.until("</head>");
  const links = page.answer.headers.get("Link") ?? "";
  const sheets = [...html.matchAll(/<link [^>]*rel="stylesheet" href="([^"#]+)#?"/g)].map(([, path]) => path);
  expect(sheets.length).toBeGreaterThan(0);
  for (const path of sheets) expect(links).toContain(`<${path}>; rel=preload; as=style`);
  expect(links).toContain("</fonts/bricolage.woff2>; rel=preload; as=font");
});
