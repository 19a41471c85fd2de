// Appwrite refuses a document with an attribute that its collection does not have.
import { expect, test } from "vitest";
import { ProfileSchema } from "../../../app/contract/account";
import { ATTRIBUTES } from "../../../worker/embedded/documents/collection";

test("the embedded collection has an attribute for each field of a profile", () => {
  expect(Object.keys(ATTRIBUTES)).toEqual(expect.arrayContaining(Object.keys(ProfileSchema.shape)));
});
