// State that the recordings of multi-factor authentication need and that no earlier recording creates.
import { bindMailedSecret, type Replay, repeatTimes, type Setup } from "./preconditions.ts";
import { setUpBucket } from "./preconditions-edge.ts";

const ASHA_EMAIL = "mfa{{run}}@example.org";

const resetRateLimits: Setup = ({ target }) => target.resetRateLimits();

/** What to do before a recording, by its name. */
export const MFA_PRECONDITIONS: Record<string, Setup> = {
  "mfa-setup-account": (replay) => setUpBucket(replay, { creators: "users", encryption: false }),
  // The recorder set the counters back, since it makes more challenges than a user may make within an hour.
  "mfa-challenge-recoverycode-lowercase": resetRateLimits,
  "mfa-login-other-factors": resetRateLimits,
  "mfa-token-email": resetRateLimits,
  "mfa-login-before-recovery": resetRateLimits,
  // The first of the two challenges.
  "mfa-challenge-put-email-other-challenge": (replay) => bindMailedCode(replay, "challenge", "{{code:1}}", -1),
  "mfa-session-token": (replay) => bindMailedCode(replay, "code", "{{code:2}}"),
  "mfa-challenge-put-email-after-token": (replay) => bindMailedCode(replay, "challenge", "{{code:3}}"),
  "mfa-recovery-put": async (replay) => {
    const [newest] = await replay.target.readMails("recovery", replay.placeholders.fill(ASHA_EMAIL));
    bindMailedSecret(replay, "{{secret:1}}", newest);
  },
  "mfa-ratelimit-challenge-create-01": resetRateLimits,
  "mfa-ratelimit-challenge-create-10": (replay) => repeatTimes(replay, "mfa-ratelimit-challenge-create-02", 7),
  "mfa-ratelimit-challenge-put-10": (replay) => repeatTimes(replay, "mfa-ratelimit-challenge-put-02", 7),
  "mfa-ratelimit-authenticator-create": async ({ target, placeholders }) => {
    const userId = placeholders.fill("eda{{run}}");
    const body = { userId, email: `${userId}@example.org`, password: "Neem-valley-77" };
    await target.call("POST", "/account", { body });
    const session = await target.call("POST", `/users/${userId}/sessions`, { body: {} });
    placeholders.bind("{{session:20}}", String(session.secret));
  },
  "mfa-ratelimit-authenticator-verify-11": (replay) => repeatTimes(replay, "mfa-ratelimit-authenticator-verify-01", 9),
};

/** @param index of the mail among those of its kind, the newest first */
async function bindMailedCode(
  { target, placeholders }: Replay,
  kind: string,
  placeholder: string,
  index = 0,
): Promise<void> {
  const mails = await target.readMails(kind, placeholders.fill(ASHA_EMAIL));
  placeholders.bind(placeholder, String(mails.at(index)?.code));
}
