/** True for a request that asks for a WebSocket (RFC 6455, 4.1). */
export function isWebSocketRequest({ headers }: Request): boolean {
  return headers.get("Upgrade")?.toLowerCase() === "websocket";
}
