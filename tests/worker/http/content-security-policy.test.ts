import { describe, expect, it } from "vitest";
import { contentSecurityPolicy } from "../../../worker/http/content-security-policy";

const policy = contentSecurityPolicy({ nonce: "abc", secure: true, development: false });

describe("the content security policy of a page", () => {
  it("allows no inline script or style without the nonce, no eval, no other site", () => {
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(policy).toContain("style-src 'self' 'nonce-abc'");
  });

  it("names the inline scripts and styles of a settled page by their hashes alone", () => {
    const inline = { scriptHashes: ["sha256-one", "sha256-two"], styleHashes: ["sha256-three"] };
    const waitForBackgroundTasks = contentSecurityPolicy({ ...inline, secure: true, development: false });
    expect(waitForBackgroundTasks).toContain(
      "script-src 'self' 'sha256-one' 'sha256-two'; style-src 'self' 'sha256-three';",
    );
    expect(waitForBackgroundTasks).not.toMatch(/unsafe|nonce/);
  });

  it("upgrades what is asked for over http, unless the page itself came over http", () => {
    expect(policy).toContain("upgrade-insecure-requests");
    expect(contentSecurityPolicy({ nonce: "abc", secure: false, development: false })).not.toContain("upgrade");
  });

  it("lets the development server hand styles and changes to the page, and nothing else more", () => {
    const own = new Set(policy.split("; "));
    const more = contentSecurityPolicy({ nonce: "abc", secure: true, development: true }).split("; ");
    expect(more.filter((directive) => !own.has(directive))).toEqual([
      "style-src 'self' 'unsafe-inline'",
      "connect-src 'self' ws: wss:",
    ]);
  });
});
