// Empties the storage (KV, R2, Durable Objects) before each file of Worker tests.
import { reset } from "cloudflare:test";
import { beforeAll } from "vitest";

beforeAll(() => reset());
