// The endpoints for the project's own settings: its web platforms and API keys.
import { type Call, json, type Route } from "../http/call";
import { AppwriteError } from "../http/errors";
import { optional, required } from "../http/params";
import type { Row } from "../http/queries";
import { customId, InvalidValue, type Rule, text } from "../http/rules";
import { isoDate } from "../project/clock";
import { uniqueId } from "../project/ids";
import { insertPlatform, listPlatforms, type Platform } from "../store/platforms";
import { createApiKey } from "../store/settings";
import { name } from "./rules";

export const projectRoutes: Route[] = [
  { method: "GET", paths: ["/v1/project/platforms"], scope: "platforms.read", handle: readPlatforms },
  { method: "POST", paths: ["/v1/project/platforms/web"], scope: "platforms.write", handle: createPlatform },
  { method: "POST", paths: ["/v1/project/keys"], scope: "keys.write", handle: createKey },
];

function readPlatforms(call: Call): Response {
  const platforms = listPlatforms(call.backend.db).map(platformModel);
  return json({ total: platforms.length, platforms });
}

function createPlatform(call: Call): Response {
  const { fields } = call.body;
  const id = required(fields, "platformId", customId);
  const platform = {
    id: id === "unique()" ? uniqueId(call.now) : id,
    name: required(fields, "name", name),
    hostname: required(fields, "hostname", hostname),
  };
  const { db } = call.backend;
  const created = db.transaction(() => insertPlatform(db, platform, call.now));
  if (!created) throw new AppwriteError("platform_already_exists");
  return json(platformModel(created), 201);
}

const hostname: Rule<string> = (value) => {
  const host = text(253)(value);
  if (URL.canParse(`http://${host.replace(/^\*\./, "")}`) && !/[/:\s]/.test(host)) return host;
  throw new InvalidValue("Value must be a valid hostname without path, port and protocol.");
};

function platformModel(platform: Platform): Row {
  return {
    $id: platform.id,
    $createdAt: platform.created_at,
    $updatedAt: platform.updated_at,
    name: platform.name,
    type: "web",
    hostname: platform.hostname,
  };
}

const scopeList: Rule<string[]> = (value) => {
  if (Array.isArray(value) && value.every((scope) => typeof scope === "string" && /^[\w.]+$/.test(scope))) return value;
  throw new InvalidValue("Value must a valid array no longer than 100 items");
};

/** Appwrite 1.9.5 to 1.9.6 can do this with a key; earlier and later servers only in their console. */
function createKey(call: Call): Response {
  const { fields } = call.body;
  const id = required(fields, "keyId", customId);
  const keyName = required(fields, "name", name);
  const scopes = required(fields, "scopes", scopeList);
  const expire = optional(fields, "expire", text(64), null);
  const { db } = call.backend;
  const secret = db.transaction(() => createApiKey(db, scopes));
  const created = isoDate(call.now);
  return json(
    {
      $id: id === "unique()" ? uniqueId(call.now) : id,
      $createdAt: created,
      $updatedAt: created,
      name: keyName,
      expire,
      scopes,
      secret,
      accessedAt: "",
      sdks: [],
    },
    201,
  );
}
