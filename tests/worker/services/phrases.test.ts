import { expect, it } from "vitest";
import { securityPhrase as backendPhrase } from "../../../worker/embedded/account/phrases";
import { securityPhrase } from "../../../worker/services/phrases";

const wordsOf = (make: () => string) => new Set(Array.from({ length: 2000 }, () => make().split(" ")).flat());

it("a phrase for an unknown address has the words of the backend's own", () => {
  expect(wordsOf(securityPhrase)).toEqual(wordsOf(backendPhrase));
});
