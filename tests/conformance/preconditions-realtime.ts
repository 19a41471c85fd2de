// State that the recordings of realtime need and that no earlier recording creates.
import type { Json } from "./fixture.ts";
import { bindMailedSecret, type Replay, type Setup } from "./preconditions.ts";
import { setUpBucket } from "./preconditions-edge.ts";

const ASHA = "rta{{run}}";

/** What to do before a recording, by its name. */
export const REALTIME_PRECONDITIONS: Record<string, Setup> = {
  "rt-setup-account": (replay) => setUpBucket(replay, { creators: "users", encryption: false }),
  "rt-jwt-query": async ({ target, placeholders }) => {
    const { jwt } = await target.call("POST", "/account/jwts", {
      session: placeholders.get("{{session:1}}"),
      body: {},
    });
    placeholders.bind("{{jwt:1}}", String(jwt));
  },
  "rt-setup-session-pending": (replay) => switchMfa(replay, true),
  "rt-event-document": (replay) => switchMfa(replay, false),
  // Recorded at the same time as rt-event-password, which has changed the name when it is replayed.
  "rt-event-password-own": (replay) => change(replay, "name", { name: "Asha pending" }),
  "rt-event-user-deleted": (replay) => change(replay, "status", { status: true }),
};

/** What to do before a call that is made while a socket is open, by the recording's name and the call's number. */
export const CALL_PRECONDITIONS: Record<string, Setup> = {
  "rt-event-verification/1": async (replay) => {
    const [newest] = await replay.target.readMails("verification", replay.placeholders.fill(`${ASHA}@example.org`));
    bindMailedSecret(replay, "{{secret:1}}", newest);
  },
};

function switchMfa(replay: Replay, mfa: boolean): Promise<void> {
  return change(replay, "mfa", { mfa });
}

async function change({ target, placeholders }: Replay, attribute: string, body: Json): Promise<void> {
  await target.call("PATCH", placeholders.fill(`/users/${ASHA}/${attribute}`), { body });
}
