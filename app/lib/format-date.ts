const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/**
 * A date as "14 March 2025", or short as "14 Mar 2025". `Intl` is not used: browsers may format differently from the server, and
 * hydration needs the same text.
 * @param iso a date in ISO 8601, `YYYY-MM-DD`
 * @throws {RangeError} for anything else
 */
export function formatDate(iso: string, style: "long" | "short" = "long"): string {
  const [year, month, day] = iso.split("-").map(Number);
  const name = MONTHS[(month ?? 0) - 1];
  if (!year || !day || !name) throw new RangeError(`not a date: ${iso}`);
  return `${day} ${style === "short" ? name.slice(0, 3) : name} ${year}`;
}
