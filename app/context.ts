// The load context of loaders and actions. The Worker fills it once per request; it contains no bindings.
import { createContext } from "react-router";
import type { ApiClient } from "../worker/api/client";
import type { Flash } from "./contract/flash";
import type { PublicConfig } from "./contract/public-config";

/** The signed-in user, read from the session cookie. The backend has not confirmed the session yet. */
export interface Member {
  id: string;
  name: string;
}

/** The API in the same process: the typed client, and a `fetch` for what the client has no types for (uploads). */
export const apiContext = createContext<ApiClient>();
export const memberContext = createContext<Member | null>();
/** The member whose name the header shows: nobody when this site has ended the session. Never rejects. */
export const headerMemberContext = createContext<Promise<Member | null>>();
export const nonceContext = createContext<string>();
export const flashContext = createContext<Flash>();
export const publicConfigContext = createContext<PublicConfig>();
/** True when the page must not be streamed, but rendered completely first: without JavaScript, and in response to a POST. */
export const disableStreamingContext = createContext<boolean>();
