// Sends a file as the site's page does: with the same library, and a page that may be reloaded.
import { Upload } from "tus-js-client";
import { CHUNK_BYTES } from "../../../app/contract/limits.ts";
import type { BadLine } from "./bad-line.ts";

/** As the site's own client waits (app/uploads/tus-upload.ts). */
const RETRY_DELAYS_MS = [0, 1000, 2000, 4000, 8000, 15_000, 30_000];

export class ReloadingClient {
  readonly #file: Buffer;
  #reload = () => {};

  constructor(file: Buffer) {
    this.#file = file;
  }

  /** Drops everything but the address of the upload, and begins anew. */
  reload(): void {
    this.#reload();
  }

  /** @returns the path of the upload */
  async send({ origin }: BadLine): Promise<string> {
    for (let url: string | null = null; ; ) {
      const { isComplete, url: reached } = await this.#sendUntilReload(origin, url);
      if (isComplete && reached) return new URL(reached).pathname;
      url = reached;
    }
  }

  #sendUntilReload(origin: string, uploadUrl: string | null) {
    return new Promise<{ isComplete: boolean; url: string | null }>((resolve, reject) => {
      const upload = new Upload(this.#file, {
        endpoint: `${origin}/api/files`,
        uploadUrl,
        chunkSize: CHUNK_BYTES,
        retryDelays: RETRY_DELAYS_MS,
        metadata: { filename: "cv.pdf", kind: "resume" },
        // As the site's client: a failed HEAD does not mean that the upload is gone.
        onAfterResponse: (request, response) => {
          if (request.getMethod() === "HEAD" && response.getStatus() >= 500) throw new Error("no offset for now");
        },
        onError: reject,
        onSuccess: () => resolve({ isComplete: true, url: upload.url }),
      });
      this.#reload = () => {
        this.#reload = () => {};
        upload.abort().then(() => resolve({ isComplete: false, url: upload.url }), reject);
      };
      upload.start();
    });
  }
}
