// /api/profile: the member's profile, and what is known of its file.
import { Hono } from "hono";
import { ProfilePatchSchema } from "../../app/contract/profile";
import { getProfile, getProfileFile, updateProfile } from "../services/profile/profile";
import { type ApiEnv, jsonBody } from "./http";

export const profile = new Hono<ApiEnv>()
  .get("/", async (c) => c.json({ profile: await getProfile(c.var.context) }, 200))
  .get("/file", async (c) => c.json({ file: await getProfileFile(c.var.context) }, 200))
  .patch("/", jsonBody(ProfilePatchSchema), async (c) =>
    c.json({ profile: await updateProfile(c.var.context, c.req.valid("json")) }, 200),
  );
