// What a page may load and run. No `unsafe-inline`, anywhere.

export interface PolicyOptions {
  nonce: string;
  /** Over https: what is asked for over http is asked for over https instead. */
  secure: boolean;
  /** Vite's development server: styles arrive by script, changes by WebSocket. */
  development?: boolean;
}

/** The `Content-Security-Policy` of a page whose inline scripts carry this nonce. */
export function contentSecurityPolicy({
  nonce,
  secure,
  development = import.meta.env?.DEV ?? false,
}: PolicyOptions): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    development ? "connect-src 'self' ws: wss:" : "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
