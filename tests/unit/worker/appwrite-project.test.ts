// What a project is set up with, and what the product stores in it.
import { expect, test } from "vitest";
import { ProfileSchema } from "../../../app/contract/account";
import { FILE_EXTENSIONS } from "../../../app/contract/files";
import { FILE_MAX_BYTES } from "../../../app/contract/limits";
import { BUCKET_EXTENSIONS, BUCKET_MAX_BYTES, PROFILE_COLUMNS } from "../../../worker/appwrite/project";

test("the table has a column for each field of a profile", () => {
  // Appwrite rejects a document with an attribute that its collection does not have.
  expect(PROFILE_COLUMNS.map(({ key }) => key)).toEqual(expect.arrayContaining(Object.keys(ProfileSchema.shape)));
});

test("the bucket takes the files that members may upload, and no others", () => {
  const offered = new Set(Object.values(FILE_EXTENSIONS).flat());
  expect(new Set(BUCKET_EXTENSIONS)).toEqual(offered);
  expect(BUCKET_MAX_BYTES).toBe(FILE_MAX_BYTES);
});
