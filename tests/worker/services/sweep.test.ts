import { describe, expect, it } from "vitest";
import { sweepUnclaimedFiles } from "../../../worker/services/sweep";
import { createEdge } from "../support/edge";
import { join, STUDENT } from "../support/people";
import { admin, storedFiles, upload } from "../support/uploads";

const DAY_MS = 24 * 3600 * 1000;
const quiet = () => {};

describe("the sweep", () => {
  it("deletes uploads that no profile names, complete or not, and keeps members' files", async () => {
    const edge = createEdge();
    const unclaimed = await upload(edge.browser(), { kind: "resume", name: "a.pdf" });
    const half = await upload(edge.browser(), { kind: "resume", name: "b.pdf", size: 6_000_000, send: 5_242_880 });
    const claimed = await upload(edge.browser(), { kind: "resume", name: "c.pdf" });
    const member = edge.browser();
    await join(member, { ...STUDENT, resumeId: claimed.id, uploadTicket: claimed.ticket });
    const forgotten = await upload(member, { kind: "resume", name: "d.pdf" });
    const deleted = await sweepUnclaimedFiles(await admin(), quiet, Date.now() + DAY_MS + 60_000);
    expect(deleted).toBe(3);
    const files = await storedFiles();
    expect(files).toContain(claimed.id);
    for (const { id } of [unclaimed, half, forgotten]) expect(files).not.toContain(id);
  });

  it("leaves an upload alone while its ticket is good", async () => {
    const edge = createEdge();
    const { id } = await upload(edge.browser(), { kind: "resume", name: "a.pdf" });
    await edge.scheduled();
    expect(await storedFiles()).toContain(id);
    expect(edge.log).toContainEqual(expect.objectContaining({ event: "sweep", deleted: 0 }));
  });
});
