// /api/profile: the member's profile, and what is known of its file.
import { Hono } from "hono";
import * as z from "zod/mini";
import { ProfileFileSchema, ProfileSchema } from "../../app/contract/account";
import { ProfilePatchSchema } from "../../app/contract/profile-patch";
import { getProfile, getProfileFile, updateProfile } from "../services/profile/profile";
import { type ApiEnv, endpoint } from "./endpoint";
import { EXAMPLE_ID, exampleProfile } from "./responses";

export const profile = new Hono<ApiEnv>()
  .get(
    "/",
    endpoint({
      operationId: "getProfile",
      summary: "Gets the member's profile",
      isForMembers: true,
      responses: {
        200: {
          description: "The profile; null when there is none yet",
          schema: z.object({ profile: z.nullable(ProfileSchema) }),
          example: { profile: exampleProfile },
        },
      },
      errors: [401, 403],
    }),
    async (c) => c.json({ profile: await getProfile(c.var.context) }, 200),
  )
  .get(
    "/file",
    endpoint({
      operationId: "getProfileFile",
      summary: "Gets name, size and date of the profile's file",
      isForMembers: true,
      responses: {
        200: {
          description:
            "The file; null when the profile has none. Name and size are null when the file itself is missing",
          schema: z.object({ file: z.nullable(ProfileFileSchema) }),
          example: {
            file: {
              id: EXAMPLE_ID.file,
              kind: "resume",
              name: "asha-rao.pdf",
              size: 84_210,
              uploadedAt: "2025-10-17T06:30:07.000+00:00",
            },
          },
        },
      },
      errors: [401, 403],
    }),
    async (c) => c.json({ file: await getProfileFile(c.var.context) }, 200),
  )
  .patch(
    "/",
    endpoint({
      operationId: "updateProfile",
      summary: "Changes fields of the profile",
      description:
        "Send only the fields to change; null clears one. The id of a new file (resumeId or portfolioId) comes with the ticket of its upload (uploadTicket). With expectedFileId, the call fails with 409 when the profile has another file by now. It also fails with 409 (change_pending, with Retry-After) while another change of the profile may still be under way: send it again then.",
      isForMembers: true,
      body: ProfilePatchSchema,
      example: { location: "Thane" },
      responses: {
        200: {
          description: "The changed profile",
          schema: z.object({ profile: ProfileSchema }),
          example: { profile: { ...exampleProfile, location: "Thane" } },
        },
      },
      errors: [400, 401, 403, 409, 410, 413, 415, 422],
    }),
    async (c) => c.json({ profile: await updateProfile(c.var.context, c.req.valid("json")) }, 200),
  );
