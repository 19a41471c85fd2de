import { expect, test } from "vitest";
import { AppwriteUnderTest, DOCUMENTS, KEY, type Member } from "./appwrite-under-test";

interface Frame {
  type: string;
  data: { events: string[]; subscriptions: string[] };
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
  const response = await appwrite.stub.fetch(`http://appwrite.test/v1/realtime?project=navarambh${query}`, { headers });
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

test("what is no upgrade is told so", async () => {
  const appwrite = await AppwriteUnderTest.create();
  const response = await appwrite.stub.fetch("http://appwrite.test/v1/realtime?project=navarambh");
  expect(response.status).toBe(426);
  await response.body?.cancel();
});
