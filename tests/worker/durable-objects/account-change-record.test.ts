import { describe, expect, it } from "vitest";
import { bindings } from "../support/test-app";

const record = (name: string) => bindings.ACCOUNT_CHANGES.get(bindings.ACCOUNT_CHANGES.idFromName(name));

describe("a change of a profile", () => {
  const NOW = Date.UTC(2026, 10, 21);
  const until = NOW + 60_000;
  const change = (holder: string, value: string) => ({ hashes: { location: value }, holder, until });

  it("whose answer was lost lets another one begin once the profile shows it", async () => {
    const changes = record("made change");
    expect(await changes.begin(change("lost", "Thane"), { mayJoin: false }, NOW)).toBeNull();
    await changes.markAnswerLost("lost", { until, isVerifiable: true });
    const other = change("other", "Nashik");
    expect(await changes.begin(other, { mayJoin: true }, NOW)).toMatchObject({ verifiableHolder: "lost" });
    expect(await changes.begin(other, { mayJoin: true, doneHolder: "lost" }, NOW)).toBeNull();
  });

  it("that was sent again after the profile was read blocks others: the profile may show the repetition", async () => {
    const changes = record("repeated change");
    await changes.begin(change("lost", "Thane"), { mayJoin: false }, NOW);
    await changes.markAnswerLost("lost", { until, isVerifiable: true });
    expect(await changes.begin(change("repeated", "Thane"), { mayJoin: true }, NOW)).toBeNull();
    await changes.end("repeated");
    const options = { mayJoin: true, doneHolder: "lost" };
    expect(await changes.begin(change("other", "Nashik"), options, NOW)).toMatchObject({
      verifiableHolder: null,
    });
  });
});
