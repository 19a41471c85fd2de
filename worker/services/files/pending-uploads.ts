// Members' uploads that no form has claimed yet: one of each kind.
import type { FileKind } from "../../../app/contract/files";
import type { PendingUpload, PendingUploads as Register } from "../../durable-objects/pending-uploads";
import { sha256Hex } from "../sha256-hex";

export class PendingUploads {
  readonly #namespace: DurableObjectNamespace<Register>;

  constructor(namespace: DurableObjectNamespace<Register>) {
    this.#namespace = namespace;
  }

  /** Stores a member's upload. @returns the one before it of this kind, or null. */
  async replace(userId: string, kind: FileKind, upload: PendingUpload): Promise<PendingUpload | null> {
    const name = await sha256Hex(`pending:${userId}`);
    return this.#namespace.get(this.#namespace.idFromName(name)).replace(kind, upload);
  }
}
