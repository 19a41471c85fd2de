// State that the recordings of edge cases need and that no earlier recording creates.
import { bindMailedSecret, type Replay, repeatTimes, type Setup } from "./preconditions.ts";

const ASHA = "eda{{run}}";
const DISK_BYTES = 1024 * 1024;

/** What to do before a recording, by its name. */
export const EDGE_PRECONDITIONS: Record<string, Setup> = {
  "edge-setup-account": (replay) => setUpBucket(replay, { creators: "users", encryption: false }),
  "edge-password-devanagari-100-recovery": (replay) => bindNewestRecovery(replay, "{{secret:1}}"),
  "edge-guest-users-session-evict-09": (replay) => repeatTimes(replay, "edge-guest-users-session-evict-01", 7),
  "edge-guest-users-session-evict-12": (replay) => repeatTimes(replay, "edge-guest-users-session-evict-01", 1),
  "edge-blocked-session-token": async ({ target, placeholders }) => {
    // The older code, which was sent before the user was blocked.
    const mails = await target.readMails("code", addressOf(placeholders.fill(ASHA)));
    placeholders.bind("{{code:1}}", String(mails.at(-1)?.code));
  },
  "edge-blocked-recovery-put": (replay) => bindNewestRecovery(replay, "{{secret:2}}"),
  "edge-ratelimit-sessions-delete-001": (replay) => openSession(replay, "{{session:12}}"),
  "edge-ratelimit-sessions-delete-002": (replay) => openSession(replay, "{{session:13}}"),
  "edge-ratelimit-sessions-delete-100": async (replay) => {
    for (let time = 3; time < 100; time += 1) {
      await openSession(replay, "{{session:13}}");
      await replay.repeat("edge-ratelimit-sessions-delete-002");
    }
    await openSession(replay, "{{session:14}}");
  },
  "edge-ratelimit-sessions-delete-101": (replay) => openSession(replay, "{{session:15}}"),
  "edge-ratelimit-session-delete-unknown-100": (replay) =>
    repeatTimes(replay, "edge-ratelimit-session-delete-unknown-001", 98),
  "edge-filename-devanagari-84-letters": async (replay) => {
    const { target, placeholders } = replay;
    const userId = placeholders.fill("mfs{{run}}");
    const body = { userId, email: addressOf(userId), password: "Neem-valley-77" };
    await target.call("POST", "/account", { body });
    await openSession(replay, "{{session:17}}", userId);
  },
  "edge-disk-full-small": ({ target }) => target.limitDisk(DISK_BYTES),
  // The recordings after the edge cases need the server as it was before them.
  "tables-setup-account": async (replay) => {
    await replay.target.limitDisk(null);
    await setUpBucket(replay, { creators: "any", encryption: true });
  },
};

/** Sets the bucket of the site up as on the recorded server, where guests of the edge cases could not create files. */
export async function setUpBucket(
  { target }: Pick<Replay, "target">,
  { creators, encryption }: { creators: "any" | "users"; encryption: boolean },
): Promise<void> {
  const path = "/storage/buckets/files";
  const {
    name = "",
    fileSecurity = true,
    maximumFileSize = 0,
    allowedFileExtensions = [],
  } = await target.call("GET", path);
  const permissions = [`create("${creators}")`];
  const body = { name, permissions, fileSecurity, encryption, maximumFileSize, allowedFileExtensions };
  await target.call("PUT", path, { body });
}

/** Creates a session with the API key and binds the placeholder. */
async function openSession(
  { target, placeholders }: Replay,
  placeholder: string,
  userId = placeholders.fill(ASHA),
): Promise<void> {
  const session = await target.call("POST", `/users/${userId}/sessions`, { body: {} });
  placeholders.bind(placeholder, String(session.secret));
}

async function bindNewestRecovery(replay: Replay, placeholder: string): Promise<void> {
  const [newest] = await replay.target.readMails("recovery", addressOf(replay.placeholders.fill(ASHA)));
  bindMailedSecret(replay, placeholder, newest);
}

function addressOf(userId: string): string {
  return `${userId}@example.org`;
}
