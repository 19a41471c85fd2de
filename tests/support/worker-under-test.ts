// The Worker in which the tests in workerd run. It has the Durable Objects and no pages, which need a build of the app.
// Tests of the API create their own app with `createApp`.

export { AccountChangeRecord } from "../../worker/durable-objects/account-change-record";
export { AttemptCounter } from "../../worker/durable-objects/attempt-counter";
export { EmailTokenRegister } from "../../worker/durable-objects/email-token-register";
export { PendingUploads } from "../../worker/durable-objects/pending-uploads";
export { PhraseWords } from "../../worker/durable-objects/phrase-words";
export { RevocationRecord } from "../../worker/durable-objects/revocation-record";
export { EmbeddedAppwrite } from "../../worker/embedded/index";

export default {
  fetch(): Response {
    return new Response("Tests call createApp themselves", { status: 404 });
  },
};
