// The Durable Objects of the product, which every Worker that runs it hands on: wrangler.toml names them.
export { AttemptCounter } from "./services/attempts";
export { MailedSecretRegister } from "./services/mailed-secret-register";
export { PhraseWords } from "./services/phrase-words";
export { Tombstone } from "./services/tombstones";
