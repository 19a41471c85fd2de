import { expect, test } from "vitest";
import {
  formatDevice,
  formatPlace,
  formatTime,
  formatTimeAgo,
} from "../../../../../../app/routes/account/settings/format-session";

test.each([
  [{ browser: "Chrome Mobile 131", system: "Android 14", kind: "phone" }, "Chrome on Android"],
  [{ browser: "Mobile Safari 17.4", system: "iOS 17.4", kind: "phone" }, "Safari on iPhone"],
  [{ browser: "Firefox 132", system: "GNU/Linux", kind: "computer" }, "Firefox on Linux"],
  [{ browser: "", system: "Windows 10", kind: "computer" }, "Windows"],
  [{ browser: "", system: "", kind: "tablet" }, "A tablet"],
  [{ browser: "", system: "", kind: "" }, "A device we do not recognise"],
] as const)("a device is named by its browser and system: %j", (session, expected) => {
  expect(formatDevice(session)).toBe(expected);
});

test.each([
  [{ hardware: "Google Pixel 8", country: "India", ip: "203.0.113.7" }, "Google Pixel 8, India"],
  [{ hardware: "", country: "Ghana", ip: "" }, "Ghana"],
  [{ hardware: "", country: "", ip: "203.0.113.7" }, "Place unknown (address 203.0.113.7)"],
  [{ hardware: "Google Pixel 8", country: "", ip: "" }, "Google Pixel 8, place unknown"],
])("a place is formatted from hardware, country and IP address: %j", (session, expected) => {
  expect(formatPlace(session)).toBe(expected);
});

test.each([
  // The server's clock can be behind the backend's.
  ["2026-11-21T10:00:05Z", "just now"],
  ["2026-11-21T09:59:01Z", "just now"],
  ["2026-11-21T09:59:00Z", "1 minute ago"],
  ["2026-11-21T07:00:00Z", "3 hours ago"],
  ["2026-11-20T10:00:00Z", "1 day ago"],
  ["2026-10-01T10:00:00Z", "51 days ago"],
])("formatTimeAgo(%j) gives the time since then", (iso, expected) => {
  expect(formatTimeAgo(iso, new Date("2026-11-21T10:00:00Z"))).toBe(expected);
});

test("formatTime gives the day and time in the local time zone", () => {
  const now = new Date(2026, 2, 1, 18, 30);
  const format = (at: Date) => formatTime(at.toISOString(), now);
  expect(format(new Date(2026, 2, 1, 9, 5))).toBe("today at 09:05");
  expect(format(new Date(2026, 1, 28, 23, 59))).toBe("yesterday at 23:59");
  expect(format(new Date(2025, 2, 14, 18, 2))).toBe("on 14 March 2025 at 18:02");
});
