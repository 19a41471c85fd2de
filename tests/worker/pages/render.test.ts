import type { LoaderFunctionArgs, ServerBuild } from "react-router";
import { redirect } from "react-router";
import { describe, expect, it } from "vitest";
import {
  apiContext,
  disableStreamingContext,
  flashContext,
  memberContext,
  nonceContext,
  publicConfigContext,
} from "../../../app/context";
import { createPageRenderer } from "../../../worker/pages/render";
import { join, PASSWORD } from "../support/people";
import { createTestApp } from "../support/test-app";

/** An app of resource routes whose loaders and actions return their context. */
function createAppWithPage() {
  const loader = async ({ context }: LoaderFunctionArgs) => {
    const account = await context.get(apiContext).client.account.$get();
    return Response.json({
      member: context.get(memberContext),
      whole: context.get(disableStreamingContext),
      config: context.get(publicConfigContext),
      nonce: context.get(nonceContext),
      flash: context.get(flashContext).consume(),
      account: await account.json(),
    });
  };
  const action = async ({ request, context }: LoaderFunctionArgs) => {
    const form = await request.formData();
    const json = { email: String(form.get("email")), password: String(form.get("password")) };
    const answer = await context.get(apiContext).client.account.sessions.email.$post({ json });
    if (!answer.ok) return Response.json((await answer.json()).error, { status: answer.status });
    context.get(flashContext).set("signed-in", "/dashboard");
    return redirect("/dashboard", 303);
  };
  const route = (id: string, path: string) => ({ id, path, parentId: undefined, module: { loader, action } });
  const build = {
    entry: { module: { default: async () => new Response("unused") } },
    routes: { login: route("login", "login"), dashboard: route("dashboard", "dashboard") },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial" },
  } as unknown as ServerBuild;
  return createTestApp({ render: createPageRenderer(build, "test") });
}

const form = (email: string, password: string) => ({
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams({ email, password }).toString(),
});

describe("a page", () => {
  it("finds member, nonce, configuration and the API in its context", async () => {
    const app = createAppWithPage();
    const browser = app.browser();
    const { email } = await join(browser);
    const response = await browser.fetch("/dashboard");
    const page = await response.json<Record<string, unknown>>();
    expect(page).toMatchObject({
      member: { name: "Asha Rao" },
      account: { user: { email } },
      config: { fileMaxBytes: 30_000_000, requiresEmailProof: false, hasMailbox: true, socialLinks: {} },
      flash: null,
    });
    expect(page.nonce).toMatch(/^\w{32}$/);
  });

  it("is private and must be revalidated", async () => {
    const response = await createAppWithPage().browser().fetch("/dashboard");
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(response.headers.get("Vary")).toContain("Cookie");
  });

  it("is stored by no browser from sign-in until after sign-out", async () => {
    const app = createAppWithPage();
    const browser = app.browser();
    const { email } = await join(browser);
    expect((await browser.fetch("/dashboard")).headers.get("Cache-Control")).toBe("private, no-store");
    const signedIn = await app.browser().fetch("/login", form(email, PASSWORD));
    expect(signedIn.headers.get("Cache-Control")).toBe("private, no-store");
    const ended = new Map(browser.cookies);
    await browser.send("DELETE", "/account/sessions");
    for (const [name, value] of ended) browser.cookies.set(name, value);
    expect((await browser.fetch("/dashboard")).headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("is stored nowhere and tells its address to no other site when the address has the secret of a mailed link", async () => {
    const { headers } = await createAppWithPage().browser().fetch("/dashboard?userId=a&secret=b");
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
  });

  it("signs in through the API in process, and sends its cookies once", async () => {
    const app = createAppWithPage();
    const { email } = await join(app.browser());
    const browser = app.browser();
    const response = await browser.fetch("/login", form(email, PASSWORD));
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/dashboard");
    const names = response.headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
    expect(names.sort()).toEqual(["__Host-device", "__Host-flash", "__Host-session"]);
    const page = await (await browser.fetch("/dashboard")).json();
    expect(page).toMatchObject({ flash: "signed-in", account: { user: { email } } });
    expect(await (await browser.fetch("/dashboard")).json()).toMatchObject({ flash: null });
  });

  it("gets the API's error, and sets no cookie", async () => {
    const browser = createAppWithPage().browser();
    const response = await browser.fetch("/login", form("nobody@example.org", PASSWORD));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ type: "user_invalid_credentials" });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("is logged once, together with its API calls", async () => {
    const app = createAppWithPage();
    await app.browser().fetch("/dashboard");
    expect(app.log.filter(({ event }) => event === "request")).toHaveLength(1);
  });

  it.each([
    ["/dashboard", {}, false],
    ["/dashboard?whole", {}, true],
    ["/dashboard", { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }, true],
  ])("%s with %j must be whole: %s", async (path, headers, whole) => {
    const response = await createAppWithPage().browser().fetch(path, { headers });
    expect(await response.json()).toMatchObject({ whole });
  });
});
