// The Durable Objects of the product, which every Worker that runs it hands on: wrangler.toml names them.
export { AttemptCounter } from "./attempt-counter";
export { EmailTokenRegister } from "./email-token-register";
export { PhraseWords } from "./phrase-words";
export { RevocationRecord } from "./revocation-record";
