// Settles a page: the HTML of a render, in a form that may be kept and served to every guest.
import { createHash } from "node:crypto";

/** A page that is the same for everybody. */
export interface SettledPage {
  html: string;
  /** The inline scripts and styles, as a content security policy names them: "sha256-…". */
  scriptHashes: string[];
  styleHashes: string[];
  /** The `Link` header that goes with the page. */
  links?: string;
}

/** Takes the nonces, which belong to one answer, out of a page that was rendered whole, and hashes what they stood for. */
export async function settlePage(rendered: string): Promise<SettledPage> {
  const html = rendered.replaceAll(/(<(?:script|style|link)\b[^>]*?) nonce="[^"]*"/g, "$1");
  return { html, scriptHashes: hashes(html, "script"), styleHashes: hashes(html, "style") };
}

/** The hashes of a page's inline elements of one kind; JSON-LD is data that no browser runs. */
function hashes(html: string, tag: "script" | "style"): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, "g"));
  const found = new Set<string>();
  for (const [, attributes = "", content = ""] of elements) {
    if (/\bsrc=|application\/ld\+json/.test(attributes)) continue;
    found.add(`sha256-${createHash("sha256").update(content).digest("base64")}`);
  }
  return [...found];
}
