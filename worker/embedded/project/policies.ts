// The endpoints by which a server changes the project's policies.
import { type Call, json, type Route } from "../http/call";
import { required } from "../http/params";
import type { Row } from "../http/queries";
import { boolean, integer } from "../http/rules";
import { readPasswordPolicy, writePasswordPolicy, writeUserLimit } from "../store/policies";
import { loadSetting } from "../store/settings";
import { isoDate } from "./clock";
import { PROJECT_ID, PROJECT_NAME } from "./project";

const PASSWORD_LENGTH = integer(8, 256);
const USER_COUNT = integer(1, 10_000);

export const policyRoutes: Route[] = [
  {
    method: "PATCH",
    paths: ["/v1/project/policies/password-strength"],
    scope: "policies.write",
    handle: changePasswordPolicy,
  },
  { method: "PATCH", paths: ["/v1/project/policies/user-limit"], scope: "policies.write", handle: changeUserLimit },
];

function changePasswordPolicy(call: Call): Response {
  const { db } = call.backend;
  const { fields } = call.body;
  const policy = { ...readPasswordPolicy(db) };
  if ("min" in fields) policy.min = required(fields, "min", PASSWORD_LENGTH);
  for (const name of ["uppercase", "lowercase", "number", "symbols"] as const) {
    if (name in fields) policy[name] = required(fields, name, boolean);
  }
  db.transaction(() => writePasswordPolicy(db, policy));
  return json({ $id: "password-strength", ...policy });
}

/** `total` of null removes the limit. */
function changeUserLimit(call: Call): Response {
  const { db } = call.backend;
  const { fields } = call.body;
  const limit = fields.total === null ? null : required(fields, "total", USER_COUNT);
  db.transaction(() => writeUserLimit(db, limit));
  return json(projectModel(call));
}

const AUTH_METHODS = ["email-password", "magic-url", "email-otp", "anonymous", "invites", "jwt", "phone"];
const SERVICES = [
  "account",
  "avatars",
  "databases",
  "tablesdb",
  "locale",
  "health",
  "project",
  "storage",
  "teams",
  "users",
  "vcs",
  "sites",
  "functions",
  "proxy",
  "graphql",
  "migrations",
  "messaging",
  "advisor",
];
const PROTOCOLS = ["rest", "graphql", "websocket"];

/** The project as a real server returns it. Nothing but the policies can be changed here, so the rest is fixed. */
function projectModel({ backend, now }: Call): Row {
  const createdAt = loadSetting(backend.db, "projectCreatedAt", () => isoDate(now));
  const enabled = (ids: string[]) => ids.map(($id) => ({ $id, enabled: true }));
  return {
    $id: PROJECT_ID,
    $createdAt: createdAt,
    $updatedAt: isoDate(now),
    name: PROJECT_NAME,
    teamId: "mainteam",
    region: "default",
    devKeys: [],
    smtpEnabled: false,
    smtpSenderName: "",
    smtpSenderEmail: "",
    smtpReplyToName: "",
    smtpReplyToEmail: "",
    smtpHost: "",
    smtpPort: 0,
    smtpUsername: "",
    smtpPassword: "",
    smtpSecure: "",
    pingCount: 0,
    pingedAt: "",
    labels: [],
    status: "active",
    authMethods: enabled(AUTH_METHODS),
    services: enabled(SERVICES),
    protocols: enabled(PROTOCOLS),
    blocks: [],
    consoleAccessedAt: createdAt,
  };
}
