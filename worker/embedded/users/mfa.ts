// The endpoints by which a server manages a user's second factors. No challenge is asked for.

import { requireNoRecoveryCodes, requireRecoveryCodes } from "../account/factors";
import { AUTHENTICATOR_TYPE, factorsModel, saveRecoveryCodes } from "../account/mfa";
import { type Call, json, noContent, type Route } from "../http/call";
import { AppwriteError } from "../http/errors";
import { required } from "../http/params";
import { boolean } from "../http/rules";
import { publishMfa } from "../realtime/publish";
import { deleteAuthenticator, findAuthenticator } from "../store/mfa";
import { requireUser, updateAndRespond, writeColumns } from "./users";

const RECOVERY_CODES_PATH = "/v1/users/:userId/mfa/recovery-codes";

export const userMfaRoutes: Route[] = [
  { method: "PATCH", paths: ["/v1/users/:userId/mfa"], scope: "users.write", handle: switchMfa },
  {
    method: "GET",
    paths: ["/v1/users/:userId/mfa/factors"],
    scope: "users.read",
    // A real server does not look for recovery codes here.
    handle: (call) => json(factorsModel(call.backend.db, requireUser(call), false)),
  },
  {
    method: "GET",
    paths: [RECOVERY_CODES_PATH],
    scope: "users.read",
    handle: (call) => json({ recoveryCodes: requireRecoveryCodes(requireUser(call)) }),
  },
  { method: "PATCH", paths: [RECOVERY_CODES_PATH], scope: "users.write", handle: createRecoveryCodes },
  { method: "PUT", paths: [RECOVERY_CODES_PATH], scope: "users.write", handle: replaceRecoveryCodes },
  {
    method: "DELETE",
    paths: ["/v1/users/:userId/mfa/authenticators/:type"],
    scope: "users.write",
    handle: removeAuthenticator,
  },
];

function switchMfa(call: Call): Response {
  const isOn = required(call.body.fields, "mfa", boolean);
  return updateAndRespond(call, "mfa", (user) => writeColumns(call, user, { mfa: Number(isOn) }));
}

function createRecoveryCodes(call: Call): Response {
  const user = requireUser(call);
  requireNoRecoveryCodes(user);
  return json({ recoveryCodes: saveRecoveryCodes(call, user) });
}

function replaceRecoveryCodes(call: Call): Response {
  const user = requireUser(call);
  requireRecoveryCodes(user);
  return json({ recoveryCodes: saveRecoveryCodes(call, user) });
}

function removeAuthenticator(call: Call): Response {
  required({ type: call.param("type") }, "type", AUTHENTICATOR_TYPE);
  const { db } = call.backend;
  const user = requireUser(call);
  if (!findAuthenticator(db, user.id)) throw new AppwriteError("user_authenticator_not_found");
  db.transaction(() => deleteAuthenticator(db, user.id));
  publishMfa(call.backend, user.id, "delete", []);
  return noContent();
}
