// The one-time message that a redirect leaves for the next page, in a sealed cookie, so that it needs no script.
import { parse, serialize } from "hono/utils/cookie";
import * as z from "zod/mini";
import type { Flash } from "../../app/context";
import { FLASH_KINDS, type FlashKind } from "../../app/contract/flash";
import type { Keyring } from "./keyring";

export const FLASH_COOKIE = "__Host-flash";
/** A message that nobody came to read in this time is stale. */
const FLASH_SECONDS = 300;

const MessageSchema = z.object({ kind: z.enum(FLASH_KINDS), path: z.string(), expiresAt: z.number() });
type Message = z.infer<typeof MessageSchema>;

export class FlashCookie implements Flash {
  readonly #keyring: Keyring;
  readonly #path: string;
  #arrived: Message | null;
  #left: Message | null = null;
  #taken = false;

  private constructor(keyring: Keyring, path: string, arrived: Message | null) {
    this.#keyring = keyring;
    this.#path = path;
    this.#arrived = arrived;
  }

  /** Reads a request's message, if it carries one that is still fresh. */
  static async read(request: Request, keyring: Keyring, now = Date.now()): Promise<FlashCookie> {
    const path = pagePath(new URL(request.url).pathname);
    const sealed = parse(request.headers.get("Cookie") ?? "", FLASH_COOKIE)[FLASH_COOKIE];
    const parsed = sealed ? MessageSchema.safeParse(await keyring.open("flash", sealed)) : null;
    return new FlashCookie(keyring, path, parsed?.success && parsed.data.expiresAt > now ? parsed.data : null);
  }

  leave(kind: FlashKind, path: string): void {
    this.#left = { kind, path, expiresAt: Date.now() + FLASH_SECONDS * 1000 };
  }

  take(): FlashKind | null {
    if (this.#arrived?.path !== this.#path) return null;
    const { kind } = this.#arrived;
    this.#arrived = null;
    this.#taken = true;
    return kind;
  }

  /** The `Set-Cookie` value for what was left or taken, or null when neither happened. */
  async setCookie(): Promise<string | null> {
    const common = { path: "/", httpOnly: true, secure: true, sameSite: "Lax" } as const;
    if (this.#left) {
      const sealed = await this.#keyring.seal("flash", this.#left);
      return serialize(FLASH_COOKIE, sealed, { ...common, maxAge: FLASH_SECONDS });
    }
    return this.#taken ? serialize(FLASH_COOKIE, "", { ...common, maxAge: 0 }) : null;
  }
}

/** The page that a path belongs to: a client-side navigation asks for "/dashboard.data", and for "/_root.data" at the top. */
function pagePath(pathname: string): string {
  const path = pathname.replace(/\.data$/, "").replace(/\/$/, "");
  return path === "" || path === "/_root" || path === "/_" ? "/" : path;
}
