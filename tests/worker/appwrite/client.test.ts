import { expect, it } from "vitest";
import { Circuit } from "../../../worker/appwrite/circuit";
import { AppwriteClient } from "../../../worker/appwrite/client";
import { mayHaveSucceeded } from "../../../worker/appwrite/errors";
import { Transport } from "../../../worker/appwrite/transport";

const server = { baseUrl: "https://backend.test/v1", fetch: async () => new Response() };
const options = {
  transport: new Transport({ server, circuit: new Circuit() }),
  projectId: "p",
  credentials: null,
  requestId: "r",
  clientAddress: "",
};

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64)", "Mozilla/5.0 (X11; Linux x86_64)"],
  ["Bröwser 😀\t1", "Br?wser ??1"],
  ["x".repeat(9_000), "x".repeat(512)],
])("the browser %j is sent on as %j, in ASCII, and not longer than a gateway takes", (userAgent, sent) => {
  const client = new AppwriteClient({ ...options, userAgent });
  expect(client.credentialHeaders()["User-Agent"]).toBe(sent);
});

it("the page of a gateway's limit is no lost answer: the call was refused", async () => {
  const client = new AppwriteClient({ ...options, userAgent: "" });
  const page = new Response("<html>Too many requests</html>", { status: 429 });
  const error = await client.parseResponse(page).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ failure: "broken", status: 429 });
  expect(mayHaveSucceeded(error)).toBe(false);
});
