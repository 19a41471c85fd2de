// Remembers what ended before its own expiry: a session that the backend could not be told to end, an upload's ticket.
//
// A Durable Object each, not KV: KV may go on saying "not there" for a minute after a write, and a session
// that was signed out must be refused at once, everywhere.
import { DurableObject } from "cloudflare:workers";

export class RevocationRecord extends DurableObject {
  /**
   * @param until when the thing would have ended anyway, in milliseconds since 1970.
   * @param removed true when what belonged to it is deleted, and must not come back.
   */
  async mark(until: number, removed = false): Promise<void> {
    await this.ctx.storage.put({ ended: true, removed });
    await this.ctx.storage.setAlarm(until);
  }

  async isMarked(): Promise<boolean> {
    return (await this.ctx.storage.get<boolean>("ended")) ?? false;
  }

  async isRemoved(): Promise<boolean> {
    return (await this.ctx.storage.get<boolean>("removed")) ?? false;
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
