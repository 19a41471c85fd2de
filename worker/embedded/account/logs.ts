// The log of a user's actions: writing it, and the endpoints that list it.
import { type Call, json, type Route } from "../http/call";
import { requireCallingUser } from "../http/caller";
import { AppwriteError } from "../http/errors";
import { parseQueries, type Row, runQueries } from "../http/queries";
import { acceptsOldQuerySyntax } from "../http/response-format";
import { insertLog, type LogRow, listLogs } from "../store/logs";
import { findUser, type UserRow } from "../store/users";
import { describeDevice } from "./device";

/** The list can be limited, but neither filtered nor sorted. */
const QUERYABLE: ReadonlySet<string> = new Set();

export const logRoutes: Route[] = [
  {
    method: "GET",
    paths: ["/v1/account/logs"],
    scope: "account",
    handle: (call) => logsResponse(call, requireCallingUser(call.caller).user.id),
  },
  {
    method: "GET",
    paths: ["/v1/users/:userId/logs"],
    scope: "users.read",
    handle(call) {
      const user = findUser(call.backend.db, call.param("userId"));
      if (!user) throw new AppwriteError("user_not_found");
      return logsResponse(call, user.id);
    },
  },
];

/** Adds an entry to the user's log. The router does so for a route with `logEvent`; where a guest acts, the handler does. */
export function logEvent(call: Call, user: UserRow, event: string): void {
  const device = describeDevice(call.request.headers.get("user-agent"));
  insertLog(call.backend.db, user, { event, ip: call.ip, device }, call.now);
}

function logsResponse(call: Call, userId: string): Response {
  const queries = parseQueries(call.query.queries, QUERYABLE, acceptsOldQuerySyntax(call.format));
  const { total, page } = runQueries(listLogs(call.backend.db, userId).map(logModel), queries);
  return json({ total, logs: page });
}

function logModel(log: LogRow): Row {
  return {
    event: log.event,
    userId: log.user_id,
    userEmail: log.user_email,
    userName: log.user_name,
    mode: "default",
    userType: "user",
    ip: log.ip,
    // A real server keeps whole seconds.
    time: log.time.replace(/\.\d{3}/, ".000"),
    ...JSON.parse(log.device),
    countryCode: "--",
    countryName: "Unknown",
  };
}
