// The load context of loaders and actions. The Worker fills it once per request; it contains no bindings.
import { createContext } from "react-router";
import type { ApiClient } from "../worker/api/client";
import type { FlashKind } from "./contract/flash";

/** The signed-in user, read from the session cookie. The backend has not confirmed the session yet. */
export interface Member {
  id: string;
  name: string;
}

/** Reads and writes the one-time message cookie. */
export interface Flash {
  /** Stores a message for the next request to `path`. */
  leave(kind: FlashKind, path: string): void;
  /** Reads and deletes the message for this request's path; null when there is none. */
  take(): FlashKind | null;
}

/** The settings that pages may show, in the browser too. */
export interface PublicConfig {
  /** The size limit of a member's file, in bytes. */
  fileMaxBytes: number;
  /** True (the default) when sign-up treats the e-mail as verified; false when it asks for a one-time code first. */
  emailVerifiedAtSignUp: boolean;
  /** The URLs of the footer's social icons; an icon without a URL is a placeholder. */
  socialLinks: { linkedin?: string; instagram?: string; x?: string; youtube?: string };
  /** True with the embedded backend, which shows its mails at /__mailbox. */
  hasMailbox: boolean;
}

/** The API in the same process: the typed client, and a `fetch` for what the client has no types for (uploads). */
export const apiContext = createContext<ApiClient>();
export const memberContext = createContext<Member | null>();
export const nonceContext = createContext<string>();
export const flashContext = createContext<Flash>();
export const publicConfigContext = createContext<PublicConfig>();
/** True when the page must not be streamed, but rendered completely first: without JavaScript, and in response to a POST. */
export const wholeContext = createContext<boolean>();
