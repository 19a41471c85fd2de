// The Worker that tests in workerd run inside: its Durable Objects, and no pages, which need a build of the app.
// Tests of the API make their own with `createApp`.
export { EmbeddedAppwrite } from "../../worker/embedded/index";
export { AttemptCounter } from "../../worker/services/attempts";
export { MailedSecretRegister } from "../../worker/services/mailed-secret-register";
export { PhraseWords } from "../../worker/services/phrase-words";
export { Tombstone } from "../../worker/services/tombstones";

export default {
  fetch(): Response {
    return new Response("Tests call createApp themselves", { status: 404 });
  },
};
