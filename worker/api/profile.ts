// /api/profile: the member's profile, and what is known of its file.
import { Hono } from "hono";
import * as z from "zod/mini";
import { ProfileFileSchema, ProfileSchema } from "../../app/contract/account";
import { ProfilePatchSchema } from "../../app/contract/profile";
import { getProfile, getProfileFile, updateProfile } from "../services/profile/profile";
import { type ApiEnv, endpoint } from "./endpoint";

export const profile = new Hono<ApiEnv>()
  .get(
    "/",
    endpoint({
      summary: "The member's profile",
      isForMembers: true,
      responses: {
        200: { description: "Null when there is none yet", schema: z.object({ profile: z.nullable(ProfileSchema) }) },
      },
      errors: [401],
    }),
    async (c) => c.json({ profile: await getProfile(c.var.context) }, 200),
  )
  .get(
    "/file",
    endpoint({
      summary: "What is known of the file that the profile names",
      isForMembers: true,
      responses: {
        200: {
          description: "Null when it names none; a file that is lost has no name and no size",
          schema: z.object({ file: z.nullable(ProfileFileSchema) }),
        },
      },
      errors: [401],
    }),
    async (c) => c.json({ file: await getProfileFile(c.var.context) }, 200),
  )
  .patch(
    "/",
    endpoint({
      summary:
        "Changes fields of the profile; null empties one. A new file comes with its upload's ticket; 409 when another file would leave the profile than the one expected",
      isForMembers: true,
      body: ProfilePatchSchema,
      responses: { 200: { description: "Changed", schema: z.object({ profile: ProfileSchema }) } },
      errors: [400, 401, 403, 409, 410, 413, 415, 422],
    }),
    async (c) => c.json({ profile: await updateProfile(c.var.context, c.req.valid("json")) }, 200),
  );
