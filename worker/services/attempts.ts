import { DurableObject } from "cloudflare:workers";
export class AttemptCounter extends DurableObject {}
