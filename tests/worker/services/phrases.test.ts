import { expect, it } from "vitest";
import { securityPhrase } from "../../../worker/services/phrases";

it("a phrase for an unknown address is an adjective and a noun, of more than a hundred each", () => {
  const phrases = Array.from({ length: 5000 }, securityPhrase);
  for (const phrase of phrases) expect(phrase).toMatch(/^[A-Z][a-z]+ [a-z]+$/);
  for (const part of [0, 1])
    expect(new Set(phrases.map((phrase) => phrase.split(" ")[part])).size).toBeGreaterThan(120);
});
