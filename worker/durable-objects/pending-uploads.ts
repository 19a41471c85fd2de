// Stores which upload of each kind a member has started last, so that the next one ends it.
import { DurableObject } from "cloudflare:workers";
import type { FileKind } from "../../app/contract/files";

export interface PendingUpload {
  fileId: string;
  /** When its ticket expires, in milliseconds since 1970. */
  expiresAt: number;
  /** The limit that its stored bytes count for. Missing in records of older versions. */
  bytesKind?: "guest-upload-bytes" | "member-upload-bytes" | "known-upload-bytes";
}

/** One object per member. Its name is a hash. */
export class PendingUploads extends DurableObject {
  /**
   * Stores an upload that was started.
   * @returns the one before it, which may be claimed or ended by now; null when there is none whose ticket is valid.
   */
  async replace(kind: FileKind, upload: PendingUpload, now = Date.now()): Promise<PendingUpload | null> {
    const earlier = await this.ctx.storage.get<PendingUpload>(kind);
    await this.ctx.storage.put(kind, upload);
    await this.ctx.storage.setAlarm(upload.expiresAt);
    return earlier && earlier.expiresAt > now ? earlier : null;
  }

  /** Runs when the newest ticket has expired. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
