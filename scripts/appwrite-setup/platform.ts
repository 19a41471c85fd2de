// The web platform of the site's host name: Appwrite puts links in e-mails only to hosts that are registered so.
import { PLATFORM_SCOPES } from "../../worker/appwrite/project.ts";
import { type Api, ApiError, MissingScopeError } from "./api.ts";
import type { Settings } from "./settings.ts";

/** Appwrite lists 25 unless it is asked for more. */
const FIRST_HUNDRED = encodeURIComponent(JSON.stringify({ method: "limit", values: [100] }));

interface Platform {
  type: string;
  hostname?: string;
}

/** `byHand` says what to do in the console where the key or the server leaves it to a person. */
export type PlatformState = { state: "present" | "missing"; host: string } | { state: "unknown"; byHand: string };

export async function inspectPlatform(api: Api, { siteHost }: Settings): Promise<PlatformState> {
  if (siteHost === null) {
    return {
      state: "unknown",
      byHand:
        "Register the site's host name: in the console under Overview, Platforms (or run this with --site https://its.host). Without it no link is mailed.",
    };
  }
  const click = `In the console, under Overview, add a Web platform with the host name ${siteHost}.`;
  try {
    const { platforms } = (await api.get(`/project/platforms?queries[0]=${FIRST_HUNDRED}`)) as unknown as {
      platforms: Platform[];
    };
    const isThere = platforms.some(({ hostname }) => hostname !== undefined && covers(hostname, siteHost));
    return { state: isThere ? "present" : "missing", host: siteHost };
  } catch (error) {
    if (error instanceof MissingScopeError) {
      return { state: "unknown", byHand: `${click} Or give this key the scopes ${PLATFORM_SCOPES.join(" and ")}.` };
    }
    // Servers before 1.9.5 have no such route.
    if (error instanceof ApiError && error.status === 404) return { state: "unknown", byHand: click };
    throw error;
  }
}

/** @returns what is left to do by hand; null when the platform was made */
export async function createPlatform(api: Api, host: string): Promise<string | null> {
  try {
    await api.post("/project/platforms/web", { platformId: "unique()", name: host, hostname: host });
    return null;
  } catch (error) {
    if (!(error instanceof MissingScopeError)) throw error;
    return `In the console, under Overview, add a Web platform with the host name ${host}, or give this key the scope platforms.write.`;
  }
}

/** A platform's host name may begin with "*.", for one level of names. */
function covers(hostname: string, host: string): boolean {
  if (hostname === host) return true;
  return hostname.startsWith("*.") && host.slice(host.indexOf(".")) === hostname.slice(1);
}
