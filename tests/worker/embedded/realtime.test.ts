import { expect, test } from "vitest";
import { AppwriteUnderTest, DOCUMENTS, KEY, type Member } from "./appwrite-under-test";

interface Frame {
  type: string;
  data: {
    events: string[];
    subscriptions: unknown[];
    payload?: { name: string; targets: unknown[] };
  };
}

/** A socket that keeps its frames, to be taken one after the other. */
class Listener {
  readonly #frames: Frame[] = [];
  readonly #socket: WebSocket;
  #wake: (() => void) | null = null;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", (event) => {
      this.#frames.push(JSON.parse(String(event.data)));
      this.#wake?.();
    });
    socket.accept();
  }

  async next(): Promise<Frame> {
    while (this.#frames.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#frames.shift() as Frame;
  }

  /** Sends `frame` and gives the answer to it; whatever came before is in the frames before. */
  async ask(frame: unknown): Promise<Frame> {
    this.#socket.send(JSON.stringify(frame));
    return this.next();
  }
}

async function listen(appwrite: AppwriteUnderTest, channels: string[], session?: string): Promise<Listener> {
  const query = channels.map((channel) => `&channels[]=${channel}`).join("");
  const headers: Record<string, string> = { Upgrade: "websocket", ...(session && { "X-Appwrite-Session": session }) };
  const response = await appwrite.stub.fetch(`http://localhost/v1/realtime?project=navarambh${query}`, { headers });
  const listener = new Listener(response.webSocket as WebSocket);
  expect((await listener.next()).type).toBe("connected");
  return listener;
}

function createProfile(appwrite: AppwriteUnderTest, member: Member) {
  const data = { id: member.id, Email: member.email };
  return appwrite.call("POST", DOCUMENTS, { as: member.session, body: { documentId: member.id, data } });
}

test("a document's changes reach its reader and nobody else", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const [asha, bina] = [await appwrite.join(), await appwrite.join()];
  const own = await listen(appwrite, ["documents"], asha.session);
  const foreign = await listen(appwrite, ["documents"], bina.session);
  const guest = await listen(appwrite, ["documents"]);
  await createProfile(appwrite, asha);
  await appwrite.call("PATCH", `${DOCUMENTS}/${asha.id}`, { as: KEY, body: { data: { college: "Wadia" } } });
  await appwrite.call("DELETE", `${DOCUMENTS}/${asha.id}`, { as: KEY });
  const events = [await own.next(), await own.next(), await own.next()].map(({ data }) => data.events[0]);
  const name = `databases.main.collections.users.documents.${asha.id}`;
  expect(events).toEqual([`${name}.create`, `${name}.update`, `${name}.delete`]);
  // A pong is the very next frame: nothing came before it.
  expect((await foreign.ask({ type: "ping" })).type).toBe("pong");
  expect((await guest.ask({ type: "ping" })).type).toBe("pong");
});

test("a member hears of sessions that are opened and ended elsewhere", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { email, session } = await appwrite.join();
  const listener = await listen(appwrite, ["account"], session);
  const other = await appwrite.signIn(email);
  await appwrite.call("DELETE", "/v1/account/sessions/current", { as: other });
  const [opened, ended] = [await listener.next(), await listener.next()];
  expect(opened.data.events[0]).toMatch(/^users\.\w+\.sessions\.\w+\.create$/);
  expect(ended.data.events[0]).toMatch(/^users\.\w+\.sessions\.\w+\.delete$/);
  expect(JSON.stringify(opened)).not.toContain(atob(other).slice(40, 80));
});

test("a socket subscribes and unsubscribes after it was opened, as the SDKs do", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const asha = await appwrite.join();
  const listener = await listen(appwrite, []);
  await listener.ask({ type: "authentication", data: { session: asha.session } });
  await listener.ask({ type: "subscribe", data: [{ subscriptionId: "mine", channels: ["account", "documents"] }] });
  await createProfile(appwrite, asha);
  expect((await listener.next()).data.subscriptions).toEqual(["mine"]);
  await listener.ask({ type: "unsubscribe", data: [{ subscriptionId: "mine" }] });
  await appwrite.call("PATCH", "/v1/account/name", { as: asha.session, body: { name: "Asha D" } });
  expect((await listener.ask({ type: "ping" })).type).toBe("pong");
});

test("a dead session authenticates nobody", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { session } = await appwrite.join();
  await appwrite.call("DELETE", "/v1/account/sessions", { as: session });
  const listener = await listen(appwrite, ["account"]);
  expect((await listener.ask({ type: "authentication", data: { session } })).type).toBe("error");
});

/** Listens with a URL of its own, such as one with queries. */
async function listenAt(appwrite: AppwriteUnderTest, query: string, session?: string): Promise<Listener> {
  const headers: Record<string, string> = { Upgrade: "websocket", ...(session && { "X-Appwrite-Session": session }) };
  const response = await appwrite.stub.fetch(`http://localhost/v1/realtime?${query}`, { headers });
  return new Listener(response.webSocket as WebSocket);
}

function query(method: string, attribute: string, ...values: unknown[]) {
  return { method, attribute, values };
}

function rename(appwrite: AppwriteUnderTest, member: Member, name: string) {
  return appwrite.call("PATCH", "/v1/account/name", { as: member.session, body: { name } });
}

test("queries of a subscription can be nested", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const asha = await appwrite.join();
  const listener = await listen(appwrite, [], asha.session);
  const either = { method: "or", values: [query("equal", "name", "Bina"), query("isNull", "name")] };
  const queries = [query("select", "*"), { method: "and", values: [either, query("notEqual", "email", "x")] }].map(
    (each) => JSON.stringify(each),
  );
  const { data } = await listener.ask({ type: "subscribe", data: [{ channels: ["account"], queries }] });
  expect(data.subscriptions).toMatchObject([
    { queries: ['{"method":"select","attribute":"*","values":[]}', queries[1]] },
  ]);
  await rename(appwrite, asha, "Chitra");
  await rename(appwrite, asha, "Bina");
  expect((await listener.next()).data.payload?.name).toBe("Bina");
});

test("queries in the URL make a subscription for each number", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const asha = await appwrite.join();
  const named = (name: string) => encodeURIComponent(JSON.stringify(query("equal", "name", name)));
  const channel = `account[0][]=${named("Bina")}&account[1][]=${named("Chitra")}`;
  const url = `project=navarambh&channels[]=account&${channel}&channels[]=documents`;
  const listener = await listenAt(appwrite, url, asha.session);
  const [first, second] = (await listener.next()).data.subscriptions;
  await rename(appwrite, asha, "Chitra");
  expect((await listener.next()).data.subscriptions).toEqual([second]);
  await rename(appwrite, asha, "Bina");
  expect((await listener.next()).data.subscriptions).toEqual([first]);
});

test("a channel with dots may have underscores in the name of its query", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const asha = await appwrite.join();
  const channel = "databases.main.collections.users.documents";
  const filter = encodeURIComponent(JSON.stringify(query("equal", "college", "Wadia")));
  const url = `project=navarambh&channels[]=${channel}&${channel.replaceAll(".", "_")}[0][]=${filter}`;
  const listener = await listenAt(appwrite, url, asha.session);
  await listener.next();
  await createProfile(appwrite, asha);
  await appwrite.call("PATCH", `${DOCUMENTS}/${asha.id}`, { as: KEY, body: { data: { college: "Wadia" } } });
  expect((await listener.next()).data.events[0]).toMatch(/update$/);
});

test.each([
  ["a list of texts", ["account"]],
  ["no channels", [{ subscriptionId: "mine" }]],
  ["channels that are no texts", [{ channels: [1] }]],
  ["a query that is no JSON", [{ channels: ["account"], queries: ["equal"] }]],
  [
    "an unknown query within another",
    [{ channels: ["account"], queries: ['{"method":"and","values":[{"method":"search"}]}'] }],
  ],
])("%s cannot be subscribed to, and nothing of the message is", async (_, data) => {
  const appwrite = await AppwriteUnderTest.create();
  const asha = await appwrite.join();
  const listener = await listen(appwrite, [], asha.session);
  const message = { type: "subscribe", data: [{ channels: ["account"] }, ...data] };
  expect(await listener.ask(message)).toEqual({ type: "error", data: { code: 1003, message: "Error: Server Error" } });
  await rename(appwrite, asha, "Bina");
  expect((await listener.ask({ type: "ping" })).type).toBe("pong");
});

test("subscriptions that are too large to keep are refused, and the others stay", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const asha = await appwrite.join();
  const listener = await listen(appwrite, ["account"], asha.session);
  const queries = Array.from({ length: 5 }, () => JSON.stringify(query("notEqual", "name", "x".repeat(4000))));
  const frame = await listener.ask({ type: "subscribe", data: [{ channels: ["account"], queries }] });
  expect(frame).toMatchObject({ type: "error", data: { code: 1003 } });
  await rename(appwrite, asha, "Bina");
  expect((await listener.next()).data.subscriptions).toHaveLength(1);
});

test("a URL with subscriptions that are too large to keep is refused, and nobody else is disturbed", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const asha = await appwrite.join();
  const own = await listen(appwrite, ["account"], asha.session);
  const queries = Array.from({ length: 5 }, (_, slot) => {
    const filter = JSON.stringify(query("notEqual", "name", "x".repeat(4000)));
    return `account[${slot}][]=${encodeURIComponent(filter)}`;
  });
  const refused = await listenAt(appwrite, `project=navarambh&channels[]=account&${queries.join("&")}`, asha.session);
  expect(await refused.next()).toMatchObject({ type: "error", data: { code: 1008 } });
  await rename(appwrite, asha, "Bina");
  expect((await own.next()).type).toBe("event");
});

test("who has sent too many messages is answered again a minute later", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const listener = await listen(appwrite, []);
  const ping = { type: "ping" };
  for (let count = 0; count < 32; count += 1) expect((await listener.ask(ping)).type).toBe("pong");
  await appwrite.wait(59);
  expect(await listener.ask(ping)).toMatchObject({ type: "error", data: { code: 1013 } });
  await appwrite.wait(1);
  expect((await listener.ask(ping)).type).toBe("pong");
});

test("without a project nobody is signed in", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const { session } = await appwrite.join();
  const listener = await listenAt(appwrite, "channels[]=account", session);
  expect((await listener.next()).data).toMatchObject({ channels: ["account"], user: null });
});

test("a deleted member's own device is told with the member as they were", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const asha = await appwrite.join();
  const listener = await listen(appwrite, ["account.delete"], asha.session);
  await rename(appwrite, asha, "Bina");
  await appwrite.call("DELETE", "/v1/account", { as: asha.session });
  const { data } = await listener.next();
  expect(data.events[0]).toBe(`users.${asha.id}.delete`);
  expect(data.payload?.targets).toHaveLength(1);
});

test("what is no upgrade is told so", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const response = await appwrite.stub.fetch("http://localhost/v1/realtime?project=navarambh");
  expect(response.status).toBe(400);
  await response.body?.cancel();
});
