import { describe, expect, it } from "vitest";
import { contentSecurityPolicy } from "../../../worker/http/content-security-policy";

const policy = contentSecurityPolicy({ nonce: "abc", secure: true, development: false });

describe("the content security policy of a page", () => {
  it("allows no inline script or style without the nonce, no eval, no other site", () => {
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(policy).toContain("style-src 'self' 'nonce-abc'");
  });

  it("allows the inline scripts and styles of a static page by hash only", () => {
    const inline = { scriptHashes: ["sha256-one", "sha256-two"], styleHashes: ["sha256-three"] };
    const staticPolicy = contentSecurityPolicy({ ...inline, secure: true, development: false });
    expect(staticPolicy).toContain("script-src 'self' 'sha256-one' 'sha256-two'; style-src 'self' 'sha256-three';");
    expect(staticPolicy).not.toMatch(/unsafe|nonce/);
  });

  it("requires Trusted Types, and allows the site's three policies once each", () => {
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default drawing hydration;");
  });

  it("upgrades http requests, unless the page itself was loaded over http", () => {
    expect(policy).toContain("upgrade-insecure-requests");
    expect(contentSecurityPolicy({ nonce: "abc", secure: false, development: false })).not.toContain("upgrade");
  });

  it("allows only inline styles and WebSockets in addition in development", () => {
    const own = new Set(policy.split("; "));
    const more = contentSecurityPolicy({ nonce: "abc", secure: true, development: true }).split("; ");
    expect(more.filter((directive) => !own.has(directive))).toEqual([
      "style-src 'self' 'unsafe-inline'",
      "connect-src 'self' ws: wss:",
    ]);
  });
});
