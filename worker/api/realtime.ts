// /api/realtime: a WebSocket that says what of the member's has changed.
import { Hono } from "hono";
import { CHANGES, CLOSE_CODE, HEARTBEAT_MS, PING, PONG } from "../../app/contract/realtime";
import { ServiceError } from "../errors";
import { isWebSocketRequest } from "../http/web-socket-request";
import { RealtimeRelay } from "../services/realtime/relay";
import { type ApiEnv, endpoint } from "./endpoint";

export const realtime = new Hono<ApiEnv>().get(
  "/",
  endpoint({
    operationId: "openRealtime",
    summary: "Opens a WebSocket that says what has changed",
    description: `The server sends JSON, such as {"changed":["profile"]}, with one or more of ${CHANGES.join(", ")}. It never says how something changed: read it again. The first message is {"changed":[]}: changes arrive from now on. Send "${PING}" every ${HEARTBEAT_MS / 1000} seconds; the server answers "${PONG}". It opens the socket for every session cookie, and closes it with a code: ${CLOSE_CODE.sessionEnded} when the session has ended, ${CLOSE_CODE.secondFactorMissing} when the session lacks its second factor, ${CLOSE_CODE.tryAgainLater} when the backend fails or the member has too many sockets, ${CLOSE_CODE.policyViolation} after a message that it does not know.`,
    usesSession: true,
    responses: { 101: { description: "The socket is open" } },
    errors: [401, 403, 426, 429],
  }),
  (c) => {
    const { context } = c.var;
    if (!isWebSocketRequest(c.req.raw)) throw new ServiceError("upgrade_required", "Open a WebSocket here");
    const slot = RealtimeRelay.takeSlot(context);
    const { 0: client, 1: server } = new WebSocketPair();
    server.accept();
    RealtimeRelay.start(context, server, slot);
    return new Response(null, { status: 101, webSocket: client });
  },
);
