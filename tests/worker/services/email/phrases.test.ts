import { expect, it } from "vitest";
import type { LogEntry } from "../../../../worker/log";
import { fallbackPhrase, Phrases } from "../../../../worker/services/email/phrases";
import { unreachableNamespace } from "../../support/faults";
import { bindings } from "../../support/test-app";

const FORM = /^[A-Z][a-z]+ [a-z]+$/;

it("a fallback phrase is an adjective and a noun, of more than a hundred each", () => {
  const phrases = Array.from({ length: 5000 }, fallbackPhrase);
  for (const phrase of phrases) expect(phrase).toMatch(FORM);
  for (const part of [0, 1])
    expect(new Set(phrases.map((phrase) => phrase.split(" ")[part])).size).toBeGreaterThan(120);
});

/** Phrases with an empty Durable Object. */
function newPhrases(log: LogEntry[] = []) {
  const namespace = bindings.PHRASE_WORDS;
  const id = namespace.newUniqueId();
  const own = Object.assign(Object.create(namespace), {
    get: () => namespace.get(id),
    idFromName: (name: string) => namespace.idFromName(name),
  });
  return new Phrases(own, (entry) => log.push(entry));
}

const BACKEND = Array.from({ length: 12 }, (_, n) => {
  const letter = String.fromCharCode(97 + n);
  return `Xylo${letter} zebu${letter}`;
});
const draw = (phrases: Phrases) => Promise.all(Array.from({ length: 40 }, () => phrases.phraseToShow("")));

it("the phrase of an e-mail is shown unchanged", async () => {
  expect(await newPhrases().phraseToShow("Xylo zebu")).toBe("Xylo zebu");
});

it("a phrase without an e-mail uses the backend's words once eight of each are known", async () => {
  const phrases = newPhrases();
  for (const made of BACKEND.slice(0, 7)) await phrases.phraseToShow(made);
  for (const phrase of await draw(phrases)) expect(phrase).not.toMatch(/Xylo|zebu/);
  for (const made of BACKEND.slice(7)) await phrases.phraseToShow(made);
  const drawn = await draw(phrases);
  for (const part of [0, 1]) {
    const words = BACKEND.map((made) => made.split(" ")[part]);
    for (const phrase of drawn) expect(words).toContain(phrase.split(" ")[part]);
    expect(new Set(drawn.map((phrase) => phrase.split(" ")[part])).size).toBeGreaterThan(3);
  }
});

it("phrases that are not two words are not stored", async () => {
  const phrases = newPhrases();
  for (const made of BACKEND) await phrases.phraseToShow(`${made} yak`);
  for (const phrase of await draw(phrases)) expect(phrase).not.toMatch(/Xylo|zebu|yak/);
});

it("only the latest four hundred words of each position are stored", async () => {
  const phrases = newPhrases();
  const word = (n: number) => [...String(n)].map((digit) => String.fromCharCode(97 + Number(digit))).join("");
  for (let n = 0; n < 800; n += 1) await phrases.phraseToShow(`X${word(n)} z${word(n)}`);
  const old = Array.from({ length: 400 }, (_, n) => `X${word(n)}`);
  for (const phrase of await draw(phrases)) expect(old).not.toContain(phrase.split(" ")[0]);
});

it("a failing Durable Object is no error", async () => {
  const log: LogEntry[] = [];
  const phrases = new Phrases(unreachableNamespace(), (entry) => log.push(entry));
  expect(await phrases.phraseToShow("Xylo zebu")).toBe("Xylo zebu");
  expect(await phrases.phraseToShow("")).toMatch(FORM);
  expect(log.map(({ event }) => event)).toEqual(["phrase words not stored", "phrase words not read"]);
});
