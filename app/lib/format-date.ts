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
 * A day written out, "14 March 2025" or in short "14 Mar 2025". By hand, since a browser's own formatting may differ
 * from the server's, and text that differs is rendered twice.
 * @param iso a date in ISO 8601, `YYYY-MM-DD`
 */
export function formatDate(iso: string, style: "long" | "short" = "long"): string {
  const [year, month, day] = iso.split("-").map(Number);
  const name = MONTHS[(month ?? 0) - 1];
  if (!year || !day || !name) throw new RangeError(`not a date: ${iso}`);
  return `${day} ${style === "short" ? name.slice(0, 3) : name} ${year}`;
}
