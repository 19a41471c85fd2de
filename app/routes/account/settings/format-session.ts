// A session in words: which device, where, and since when.
import type { Session } from "../../../contract/account";
import { formatDate } from "../../../lib/format-date";

/** What the backend's device detection calls a thing, where people call it something else. */
const PLAIN_NAMES: Readonly<Record<string, string>> = {
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

/** What a thing is called, without its version: "Chrome" of "Chrome Mobile 131". */
function plainName(name: string): string {
  const bare = name.replace(/ [\d.]+$/, "");
  return PLAIN_NAMES[bare] ?? bare;
}

/** "Chrome on Android", or as much of it as is known. */
export function formatDevice({ browser, system, kind }: Pick<Session, "browser" | "system" | "kind">): string {
  const names = [browser, system].filter(Boolean).map(plainName);
  return names.length > 0 ? names.join(" on ") : KINDS[kind];
}

/** The model where it is known, and the place: "Google Pixel 8, India". */
export function formatPlace({ hardware, country, ip }: Pick<Session, "hardware" | "country" | "ip">): string {
  const place = country || (ip && `place unknown (address ${ip})`) || "place unknown";
  const message = hardware ? `${hardware}, ${place}` : place;
  return message.charAt(0).toUpperCase() + message.slice(1);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * How long ago something was, true in every time zone: "2 hours ago". For a page that does not know its reader's clock.
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
 * When something was by the reader's own clock: "today at 10:14", "on 14 March 2025 at 18:02".
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

/** The day by the local clock, as `YYYY-MM-DD`. */
function dayOf(at: Date): string {
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
