// The flash message: a redirect stores it in a sealed cookie, and the next page shows it once. It works without JavaScript.
import { parse, serialize } from "hono/utils/cookie";
import * as z from "zod/mini";
import type { Flash } from "../../app/contract/flash";
import { FLASH_KINDS, type FlashKind } from "../../app/contract/flash";
import { pagePath } from "../http/page-path";
import type { Keyring } from "./keyring";

export const FLASH_COOKIE = "__Host-flash";
/** How long a message may wait to be shown. */
const FLASH_SECONDS = 300;

const MessageSchema = z.object({ kind: z.enum(FLASH_KINDS), path: z.string(), expiresAt: z.number() });
type Message = z.infer<typeof MessageSchema>;

export class FlashCookie implements Flash {
  readonly #keyring: Keyring;
  readonly #path: string;
  #received: Message | null;
  #pending: Message | null = null;
  #consumed = false;

  private constructor(keyring: Keyring, path: string, received: Message | null) {
    this.#keyring = keyring;
    this.#path = path;
    this.#received = received;
  }

  /** Reads the message from a request's cookie, unless it is invalid or expired. */
  static async read(request: Request, keyring: Keyring, now = Date.now()): Promise<FlashCookie> {
    const path = pagePath(new URL(request.url).pathname);
    const sealed = parse(request.headers.get("Cookie") ?? "", FLASH_COOKIE)[FLASH_COOKIE];
    const parsed = sealed ? MessageSchema.safeParse(await keyring.open("flash", sealed)) : null;
    return new FlashCookie(keyring, path, parsed?.success && parsed.data.expiresAt > now ? parsed.data : null);
  }

  set(kind: FlashKind, path: string): void {
    this.#pending = { kind, path, expiresAt: Date.now() + FLASH_SECONDS * 1000 };
  }

  consume(): FlashKind | null {
    if (this.#received?.path !== this.#path) return null;
    const { kind } = this.#received;
    this.#received = null;
    this.#consumed = true;
    return kind;
  }

  /** The `Set-Cookie` value after `set` or `consume`; null when the cookie did not change. */
  async setCookie(): Promise<string | null> {
    const common = { path: "/", httpOnly: true, secure: true, sameSite: "Lax" } as const;
    if (this.#pending) {
      const sealed = await this.#keyring.seal("flash", this.#pending);
      return serialize(FLASH_COOKIE, sealed, { ...common, maxAge: FLASH_SECONDS });
    }
    return this.#consumed ? serialize(FLASH_COOKIE, "", { ...common, maxAge: 0 }) : null;
  }
}
