// Records that something was revoked before it expired: a session whose deletion the backend did not confirm, an upload ticket, or a
// link that was used.
//
// One Durable Object each. KV would not do: its reads can be a minute old, and a session that was signed out must be rejected at once,
// everywhere.
import { DurableObject } from "cloudflare:workers";

export class RevocationRecord extends DurableObject {
  /**
   * Stores the record.
   * @param until when it expires, and the record is deleted, in milliseconds since 1970.
   * @param isDeleted true when an upload's file is deleted, and a late part must not recreate it.
   */
  async revoke(until: number, isDeleted = false): Promise<void> {
    await this.ctx.storage.put({ ended: true, removed: isDeleted });
    await this.ctx.storage.setAlarm(until);
  }

  async isRevoked(): Promise<boolean> {
    return (await this.ctx.storage.get<boolean>("ended")) ?? false;
  }

  async isDeleted(): Promise<boolean> {
    return (await this.ctx.storage.get<boolean>("removed")) ?? false;
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
