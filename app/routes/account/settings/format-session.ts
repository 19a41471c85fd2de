// Formats a session for people: device, place and time of signing in.
import type { Session } from "../../../contract/account";
import { formatDate } from "../../../lib/format-date";

/** Appwrite's names for browsers and systems, where people use another name. */
const COMMON_NAMES: Readonly<Record<string, string>> = {
  "Chrome Mobile": "Chrome",
  "Chrome Mobile iOS": "Chrome",
  "Firefox Mobile": "Firefox",
  "Firefox Mobile iOS": "Firefox",
  "Mobile Safari": "Safari",
  "Microsoft Edge": "Edge",
  "GNU/Linux": "Linux",
  iOS: "iPhone",
  iPadOS: "iPad",
};
const KINDS: Readonly<Record<Session["kind"], string>> = {
  phone: "A phone",
  tablet: "A tablet",
  computer: "A computer",
  "": "A device we do not recognise",
};

/** The common name without the version: "Chrome" for "Chrome Mobile 131". */
function commonName(name: string): string {
  const bare = name.replace(/ [\d.]+$/, "");
  return COMMON_NAMES[bare] ?? bare;
}

/** "Chrome on Android", or the part of it that is known. */
export function formatDevice({ browser, system, kind }: Pick<Session, "browser" | "system" | "kind">): string {
  const names = [browser, system].filter(Boolean).map(commonName);
  return names.length > 0 ? names.join(" on ") : KINDS[kind];
}

/** The device model, if it is known, and the country: "Google Pixel 8, India". */
export function formatPlace({ hardware, country, ip }: Pick<Session, "hardware" | "country" | "ip">): string {
  const place = country || (ip && `place unknown (address ${ip})`) || "place unknown";
  const text = hardware ? `${hardware}, ${place}` : place;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * A relative time: "2 hours ago". The server uses it, since it does not know the visitor's time zone.
 * @param iso an instant in ISO 8601
 */
export function formatTimeAgo(iso: string, now: Date): string {
  const age = now.getTime() - Date.parse(iso);
  if (age < MINUTE_MS) return "just now";
  const [count, unit] =
    age < HOUR_MS
      ? [Math.floor(age / MINUTE_MS), "minute"]
      : age < DAY_MS
        ? [Math.floor(age / HOUR_MS), "hour"]
        : [Math.floor(age / DAY_MS), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

/**
 * A time in the browser's time zone: "today at 10:14", "on 14 March 2025 at 18:02".
 * @param iso an instant in ISO 8601
 */
export function formatTime(iso: string, now: Date): string {
  const at = new Date(iso);
  const time = `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayOf(at) === dayOf(now)) return `today at ${time}`;
  if (dayOf(at) === dayOf(yesterday)) return `yesterday at ${time}`;
  return `on ${formatDate(dayOf(at))} at ${time}`;
}

/** The date in the browser's time zone, as `YYYY-MM-DD`. */
function dayOf(at: Date): string {
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
