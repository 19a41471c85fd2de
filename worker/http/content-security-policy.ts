// What a page may load and run. No `unsafe-inline`, anywhere.

/** How the policy allows a page's inline scripts and styles: by a nonce on a streamed page, by hashes on a static one. */
export type InlineSources = { nonce: string } | { scriptHashes: readonly string[]; styleHashes: readonly string[] };

export type PolicyOptions = InlineSources & {
  /** Over https: what is asked for over http is asked for over https instead. */
  secure: boolean;
  /** Vite's development server: styles arrive by script, changes by WebSocket. */
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
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

function sources(inline: readonly string[]): string {
  return ["self", ...inline].map((source) => `'${source}'`).join(" ");
}
