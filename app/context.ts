// What a loader or action finds in its load context. The Worker fills it once per request; no binding is ever in it.
import { createContext } from "react-router";
import type { ApiClient } from "../worker/api/client";
import type { FlashKind } from "./contract/flash";

/** Who this browser's session cookie says is here; nobody has asked the backend yet. */
export interface Member {
  id: string;
  name: string;
}

/** Reads and writes the one-time message cookie. */
export interface Flash {
  /** Leaves a message for the page at `path`, which the next request to it takes. */
  leave(kind: FlashKind, path: string): void;
  /** The message left for this request's path, or null; it is gone afterwards. */
  take(): FlashKind | null;
}

/** Settings that pages may know. */
export interface PublicConfig {
  /** The largest file a member may keep, in bytes. */
  fileMaxBytes: number;
  /** Whether sign-up takes the e-mail as verified, as it does unless a deployment says otherwise. */
  emailVerifiedAtSignUp: boolean;
  /** The addresses behind the footer's social icons; one that is unset is a placeholder. */
  socialLinks: { linkedin?: string; instagram?: string; x?: string; youtube?: string };
  /** True on the embedded backend, whose mail is read at /__mailbox. */
  hasMailbox: boolean;
}

/** The edge API, in process: the typed client, and a fetch for what it has no types for (uploads). */
export const apiContext = createContext<ApiClient>();
export const memberContext = createContext<Member | null>();
export const nonceContext = createContext<string>();
export const flashContext = createContext<Flash>();
export const publicConfigContext = createContext<PublicConfig>();
/** True when the page must be rendered whole before its first byte leaves (no JavaScript, or the answer to a POST). */
export const wholeContext = createContext<boolean>();
