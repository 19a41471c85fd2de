// Sends one chosen file to the edge by tus, with progress, cancel, and going on after a lost connection or a reload.
import type { PreviousUpload, Upload } from "tus-js-client";
import type { FileKind } from "../contract/files";
import { CHUNK_BYTES } from "../contract/limits";
import { errorWords } from "./error-words";
import { fileProblem } from "./file-check";
import { type KeptFile, keptFromUrl, keptPath } from "./kept-file";

export type UploadState =
  /** Nothing chosen; `unfinished` names a file whose upload a reload cut off. */
  | { phase: "empty"; unfinished?: string }
  | { phase: "checking"; name: string }
  /** Not taken, and why. */
  | { phase: "refused"; name: string; words: string }
  /** On its way. `isWaiting` while the connection is gone and the next try is due. */
  | { phase: "sending"; name: string; sentBytes: number; totalBytes: number; isWaiting: boolean }
  /** Given up for now, and why; `retry` goes on from where it stopped. */
  | { phase: "stopped"; name: string; words: string }
  | { phase: "kept"; file: KeptFile };

/** Pauses between tries after a failure; the count starts anew whenever some bytes arrived. Sums up to about ten minutes. */
const RETRY_DELAYS_MS = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 180_000, 180_000];
/** An unfinished upload is not offered again after this long: its ticket has expired. */
const UNFINISHED_MAX_AGE_MS = 24 * 60 * 60 * 1000;
const NOT_SENT = "This file could not be sent. Check your connection, then try again: it goes on from where it stopped";

type Tus = Pick<typeof import("tus-js-client"), "Upload">;

/** Loads the tus client when the first file is chosen, and not before; never in the Worker, whose build leaves it out. */
const loadTusClient = (): Promise<Tus> =>
  import.meta.env.SSR ? Promise.reject(new Error("files are sent by browsers")) : import("tus-js-client");

const fingerprintStart = (kind: FileKind) => `navarambh-${kind}-`;

export class FileUpload {
  #state: UploadState;
  #listeners = new Set<() => void>();
  #upload: Upload | null = null;
  /** Counts choices, so that what an earlier file still reports is ignored. */
  #choice = 0;

  constructor(
    readonly kind: FileKind,
    private readonly maxBytes: number,
    kept: KeptFile | null,
    private readonly loadTus: () => Promise<Tus> = loadTusClient,
  ) {
    this.#state = kept ? { phase: "kept", file: kept } : { phase: "empty" };
  }

  readonly state = (): UploadState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Checks a file and, when it may be kept, sends it; whatever was here before is taken back. */
  async choose(file: File): Promise<void> {
    this.#takeBack();
    const choice = ++this.#choice;
    const isCurrent = () => choice === this.#choice;
    this.#set({ phase: "checking", name: file.name });
    try {
      const problem = await fileProblem(this.kind, file, this.maxBytes);
      if (!isCurrent()) return;
      if (problem) return this.#set({ phase: "refused", name: file.name, words: problem });
      const tus = await this.loadTus();
      if (isCurrent()) await this.#send(tus, file, isCurrent);
    } catch (error) {
      console.error("the file could not be read or sent", error);
      if (isCurrent()) this.#set({ phase: "refused", name: file.name, words: NOT_SENT });
    }
  }

  /** Goes on with an upload that had stopped. */
  retry(): void {
    if (this.#state.phase !== "stopped" || !this.#upload) return;
    this.#set({ phase: "sending", name: this.#state.name, sentBytes: 0, totalBytes: 0, isWaiting: true });
    this.#upload.start();
  }

  /** Ends the upload, or lets the kept file go, on the server too. */
  cancel(): void {
    this.#choice++;
    this.#takeBack();
    this.#set({ phase: "empty" });
  }

  /** Stops sending and keeps what has arrived, for a page that is left. */
  pause(): void {
    this.#upload?.abort().catch((error: unknown) => console.warn("the upload could not be paused", error));
  }

  /** Takes over a file that was kept elsewhere: by the server's answer, or in this tab before a reload. */
  restore(file: KeptFile): void {
    this.#choice++;
    this.#set({ phase: "kept", file });
  }

  /** Forgets a kept file that the server no longer has, and says so. */
  refuse(words: string): void {
    const name = this.#state.phase === "kept" ? this.#state.file.name : "";
    this.#choice++;
    this.#upload = null;
    this.#set({ phase: "refused", name, words });
  }

  /** Looks for an upload that a reload cut off, so that its file can be asked for. */
  findUnfinished(now: number): void {
    if (this.#state.phase !== "empty") return;
    const name = unfinishedName(this.kind, now);
    if (name) this.#set({ phase: "empty", unfinished: name });
  }

  /** Resolves once nothing is on its way any more. */
  settled(): Promise<UploadState> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#state.phase === "checking" || this.#state.phase === "sending") return;
        stop();
        resolve(this.#state);
      };
      const stop = this.subscribe(look);
      look();
    });
  }

  async #send(tus: Tus, file: File, isCurrent: () => boolean): Promise<void> {
    const { name, size } = file;
    const sending = (sentBytes: number, isWaiting: boolean): UploadState => ({
      phase: "sending",
      name,
      sentBytes,
      totalBytes: size,
      isWaiting,
    });
    const sentSoFar = () => (this.#state.phase === "sending" ? this.#state.sentBytes : 0);
    const upload = new tus.Upload(file, {
      endpoint: new URL("/api/files", location.href).href,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      metadata: { filename: name, filetype: file.type, kind: this.kind },
      fingerprint: async () => `${fingerprintStart(this.kind)}${name}-${size}-${file.lastModified}`,
      removeFingerprintOnSuccess: true,
      onProgress: (sentBytes) => isCurrent() && this.#set(sending(sentBytes, false)),
      onShouldRetry: (error) => {
        const status = "originalResponse" in error ? (error.originalResponse?.getStatus() ?? 0) : 0;
        const passes = status === 0 || status >= 500 || status === 409 || status === 423 || status === 429;
        if (passes && isCurrent()) this.#set(sending(sentSoFar(), true));
        return passes;
      },
      // A server in trouble says nothing about the upload: without this a 5xx to HEAD would start it from its first byte.
      onAfterResponse: (request, response) => {
        if (request.getMethod() === "HEAD" && response.getStatus() >= 500) throw new Error("no offset for now");
      },
      onError: (error) => {
        if (!isCurrent()) return;
        const body = "originalResponse" in error ? error.originalResponse?.getBody() : undefined;
        const refusal = body ? wordsOfBody(body) : null;
        if (refusal) this.#upload = null;
        else console.warn("the upload stopped", error);
        this.#set(refusal ? { phase: "refused", name, words: refusal } : { phase: "stopped", name, words: NOT_SENT });
      },
      onSuccess: () => {
        const kept = upload.url ? keptFromUrl(upload.url, name) : null;
        this.#upload = null;
        if (!isCurrent()) return;
        if (kept) this.#set({ phase: "kept", file: kept });
        else this.#set({ phase: "refused", name, words: NOT_SENT });
      },
    });
    this.#upload = upload;
    this.#set(sending(0, false));
    const [previous] = await upload.findPreviousUploads();
    if (!isCurrent()) return;
    if (previous) upload.resumeFromPreviousUpload(previous);
    upload.start();
    this.#goOnWhenOnline(upload);
  }

  /** Does not sit out a long pause when the connection is back. */
  #goOnWhenOnline(upload: Upload): void {
    const goOn = () => {
      if (this.#upload !== upload) return window.removeEventListener("online", goOn);
      if (this.#state.phase === "stopped") this.retry();
      else if (this.#state.phase === "sending" && this.#state.isWaiting) void upload.abort().then(() => upload.start());
    };
    window.addEventListener("online", goOn);
  }

  /** Deletes at the server what is here now. When that fails, the server's own sweep removes it once the ticket expires. */
  #takeBack(): void {
    const failed = (error: unknown) => console.warn(`the ${this.kind} could not be taken back`, error);
    if (this.#upload) this.#upload.abort(true).catch(failed);
    else if (this.#state.phase === "kept") {
      const headers = { "Tus-Resumable": "1.0.0" };
      fetch(`/api${keptPath(this.#state.file)}`, { method: "DELETE", headers, keepalive: true }).catch(failed);
    }
    this.#upload = null;
  }

  #set(state: UploadState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The words for an upload that the edge refused, from the body of its answer; null when it is none of the API's. */
function wordsOfBody(body: string): string | null {
  try {
    const { error } = JSON.parse(body) as { error: { type: string; message: string } };
    return errorWords(error, NOT_SENT);
  } catch {
    // A proxy's error page, or a cut answer: nothing of ours to word.
    return null;
  }
}

/** The name of the newest file of this kind whose upload began in this browser and never ended; null when there is none. */
function unfinishedName(kind: FileKind, now: number): string | null {
  try {
    const uploads = Object.keys(localStorage)
      .filter((key) => key.startsWith(`tus::${fingerprintStart(kind)}`))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<PreviousUpload>)
      .filter((upload) => now - Date.parse(upload.creationTime ?? "") < UNFINISHED_MAX_AGE_MS)
      .sort((a, b) => Date.parse(b.creationTime ?? "") - Date.parse(a.creationTime ?? ""));
    return uploads[0]?.metadata?.filename ?? null;
  } catch (error) {
    console.warn("this browser keeps no uploads", error);
    return null;
  }
}
