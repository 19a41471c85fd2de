// The content security policy of pages. Production allows no `unsafe-inline`.

/** The policy of responses that are not pages: they may load and run nothing. */
export const DENY_ALL = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** How the policy allows a page's inline scripts and styles: by a nonce on a streamed page, by hashes on a static one. */
type InlineSources = { nonce: string } | { scriptHashes: readonly string[]; styleHashes: readonly string[] };

export type PolicyOptions = InlineSources & {
  /** True for a page over https: its http requests are upgraded to https. */
  secure: boolean;
  /** True under Vite's development server, which adds styles by script and sends changes over a WebSocket. */
  development?: boolean;
};

/** The `Content-Security-Policy` of a page. */
export function contentSecurityPolicy({
  secure,
  development = import.meta.env?.DEV ?? false,
  ...inline
}: PolicyOptions): string {
  const scripts = "nonce" in inline ? [`nonce-${inline.nonce}`] : inline.scriptHashes;
  const styles = "nonce" in inline ? [`nonce-${inline.nonce}`] : inline.styleHashes;
  return [
    "default-src 'none'",
    `script-src ${sources(scripts)}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src ${sources(styles)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    development ? "connect-src 'self' ws: wss:" : "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Vite's overlay for errors writes markup.
    ...(development ? [] : ["require-trusted-types-for 'script'", "trusted-types default drawing hydration"]),
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

function sources(inline: readonly string[]): string {
  return ["self", ...inline].map((source) => `'${source}'`).join(" ");
}
