// Every file of Worker tests finds the storage empty: no key, no file in the bucket, no Durable Object.
/// <reference types="@cloudflare/vitest-pool-workers/types" />
import { reset } from "cloudflare:test";
import { beforeAll } from "vitest";

beforeAll(() => reset());
