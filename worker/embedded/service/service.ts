// The endpoints for health, ping, locale and (always empty) teams.
import { type Call, json, type Route } from "../http/call";

const CONTINENTS = [
  { name: "Africa", code: "AF" },
  { name: "Antarctica", code: "AN" },
  { name: "Asia", code: "AS" },
  { name: "Europe", code: "EU" },
  { name: "North America", code: "NA" },
  { name: "Oceania", code: "OC" },
  { name: "South America", code: "SA" },
];

export const serviceRoutes: Route[] = [
  {
    method: "GET",
    paths: ["/v1/health"],
    scope: "health.read",
    handle: () => json({ name: "http", ping: 0, status: "pass" }),
  },
  {
    method: "GET",
    paths: ["/v1/health/version"],
    scope: null,
    handle: ({ backend }) => json({ version: backend.release.version }),
  },
  { method: "GET", paths: ["/v1/ping"], scope: null, handle: ping },
  { method: "GET", paths: ["/v1/locale"], scope: "locale.read", handle: locale },
  {
    method: "GET",
    paths: ["/v1/locale/continents"],
    scope: "locale.read",
    handle: () => json({ total: CONTINENTS.length, continents: CONTINENTS }),
  },
  { method: "GET", paths: ["/v1/teams"], scope: "teams.read", handle: () => json({ total: 0, teams: [] }) },
];

function ping(): Response {
  return new Response("Pong!", { headers: { "Content-Type": "text/plain; charset=UTF-8" } });
}

/** The country is always unknown, as for a loopback address on a real server. */
function locale(call: Call): Response {
  return json({
    ip: call.ip,
    countryCode: "--",
    country: "Unknown",
    continentCode: "--",
    continent: "Unknown",
    eu: false,
    currency: "",
  });
}
