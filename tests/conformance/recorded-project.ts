// The project of the first recordings: guests could create files in it, and its collection had an attribute of older clients.
import { setTimeout as sleep } from "node:timers/promises";
import type { Target } from "./target.ts";

const BUCKET = "/storage/buckets/files";
const ATTRIBUTES = "/databases/main/collections/users/attributes";

/** Changes the project that the product needs into the recorded one. Does nothing the second time. */
export async function setUpRecordedProject(target: Target): Promise<void> {
  const bucket = await target.call("GET", BUCKET);
  await target.call("PUT", BUCKET, { body: { ...bucket, permissions: ['create("any")'] } });

  const attribute = { key: "password", size: 256, required: false };
  const { status, text } = await target.tryCall("POST", `${ATTRIBUTES}/string`, { body: attribute });
  if (status !== 202 && status !== 409) throw new Error(`The attribute "password" cannot be created: ${text}`);
  while ((await target.call("GET", `${ATTRIBUTES}/password`)).status !== "available") await sleep(100);
}
