// The Durable Object classes of wrangler.toml. Each Worker entry exports them.
export { AttemptCounter } from "./attempt-counter";
export { EmailTokenRegister } from "./email-token-register";
export { PhraseWords } from "./phrase-words";
export { RevocationRecord } from "./revocation-record";
