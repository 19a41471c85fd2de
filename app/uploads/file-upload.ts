// The file of a form and what became of it: sent to the edge by tus, with progress, cancel, and going on after a lost connection or
// a reload.
import type { Upload } from "tus-js-client";
import { type FileKind, TUS_VERSION } from "../contract/files";
import { UNREACHABLE } from "../lib/unreachable";
import { FILE_NOT_SENT } from "./file-labels";
import { GUEST, unfinishedName, uploadFingerprint } from "./upload-storage";
import { type UploadedFile, uploadPath } from "./uploaded-file";

export type UploadState =
  /** Nothing chosen; `unfinished` names a file whose upload a reload cut off. */
  | { phase: "empty"; unfinished?: string }
  | { phase: "checking"; name: string }
  /** Not taken, and why. */
  | { phase: "rejected"; name: string; message: string }
  /** On its way. `isWaiting` while the connection is gone and the next try is due. */
  | { phase: "sending"; name: string; sentBytes: number; totalBytes: number; isWaiting: boolean }
  /** Given up for now, and why; `retry` goes on from where it stopped. */
  | { phase: "stopped"; name: string; message: string }
  | { phase: "uploaded"; file: UploadedFile };

export type Tus = Pick<typeof import("tus-js-client"), "Upload">;

/** Loads the tus client when the first file is to be sent, and not before; never in the Worker, whose build leaves it out. */
const loadTusClient = (): Promise<Tus> =>
  import.meta.env.SSR ? Promise.reject(new Error("files are sent by browsers")) : import("tus-js-client");

/** An upload on its way, or the file of one that could not begin; and what ends with it: its listeners. */
interface ActiveUpload {
  upload: Upload | undefined;
  file: File;
  ended: AbortController;
}

export class FileUpload {
  #state: UploadState;
  #listeners = new Set<() => void>();
  #onItsWay: ActiveUpload | null = null;
  /** Counts choices, so that what an earlier file still reports is ignored. */
  #choice = 0;

  constructor(
    readonly kind: FileKind,
    private readonly maxBytes: number,
    uploaded: UploadedFile | null,
    /** A member's id, or `GUEST`. */
    private readonly owner: string,
    private readonly loadTus: () => Promise<Tus> = loadTusClient,
  ) {
    this.#state = uploaded ? { phase: "uploaded", file: uploaded } : { phase: "empty" };
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
    // While it is true, what fails is no fault of the file's.
    let isFetching = true;
    try {
      // Fetched with the first file.
      const { createUpload, fileError } = await import("./tus-upload");
      isFetching = false;
      const problem = await fileError(this.kind, file, this.maxBytes);
      if (!isCurrent()) return;
      if (problem) return this.#set({ phase: "rejected", name: file.name, message: problem });
      isFetching = true;
      const tus = await this.loadTus();
      isFetching = false;
      if (!isCurrent()) return;
      const upload = createUpload(tus, file, {
        kind: this.kind,
        isGuests: this.owner === GUEST,
        fingerprint: uploadFingerprint(this.owner, this.kind, file),
        isCurrent,
        state: this.state,
        set: (state) => this.#set(state),
        end: () => this.#end(),
      });
      await this.#send(upload, file, isCurrent);
    } catch (error) {
      console.warn("the file could not be read or sent", error);
      if (!isCurrent()) return;
      this.#end();
      // Kept for when the connection is back, or somebody tries again.
      if (isFetching) this.#track(file);
      const [phase, message] = isFetching
        ? (["stopped", UNREACHABLE] as const)
        : (["rejected", FILE_NOT_SENT] as const);
      this.#set({ phase, name: file.name, message });
    }
  }

  /** Goes on with an upload that had stopped. */
  retry(): void {
    if (this.#state.phase !== "stopped" || !this.#onItsWay) return;
    const { upload, file } = this.#onItsWay;
    if (!upload) return void this.choose(file);
    this.#set({ phase: "sending", name: file.name, sentBytes: 0, totalBytes: 0, isWaiting: true });
    upload.start();
  }

  /** Ends the upload, or lets the kept file go, on the server too. */
  cancel(): void {
    this.#choice++;
    this.#takeBack();
    this.#set({ phase: "empty" });
  }

  /** Stops sending, for a page that is left. What has arrived stays, and the same file goes on from there when it is chosen again. */
  leave(): void {
    this.#choice++;
    this.#end()
      ?.abort()
      .catch((error: unknown) => console.warn("the upload could not be stopped", error));
    if (this.#isUnsettled()) this.#set({ phase: "empty" });
  }

  /** Takes over a file that was kept elsewhere: by the server's answer, or in this tab before a reload. */
  restore(file: UploadedFile): void {
    this.#choice++;
    this.#set({ phase: "uploaded", file });
  }

  /** Forgets a kept file that the server no longer has, and says so. */
  reject(message: string): void {
    const name = this.#state.phase === "uploaded" ? this.#state.file.name : "";
    this.#choice++;
    this.#end();
    this.#set({ phase: "rejected", name, message });
  }

  /** Looks for an upload that a reload cut off, so that its file can be asked for. */
  findUnfinished(now: number): void {
    if (this.#state.phase !== "empty") return;
    const name = unfinishedName(this.owner, this.kind, now);
    if (name) this.#set({ phase: "empty", unfinished: name });
  }

  /** Resolves once nothing is on its way any more; at once when nothing is. */
  settled(): Promise<UploadState> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#isUnsettled()) return;
        stop();
        resolve(this.#state);
      };
      const stop = this.subscribe(look);
      look();
    });
  }

  async #send(upload: Upload, file: File, isCurrent: () => boolean): Promise<void> {
    this.#track(file, upload);
    this.#set({ phase: "sending", name: file.name, sentBytes: 0, totalBytes: file.size, isWaiting: false });
    const [previous] = await upload.findPreviousUploads();
    if (!isCurrent()) return;
    if (previous) upload.resumeFromPreviousUpload(previous);
    upload.start();
  }

  /** Has a file go on as soon as the connection is back. @param upload undefined for one that could not begin */
  #track(file: File, upload?: Upload): void {
    const ended = new AbortController();
    this.#onItsWay = { upload, file, ended };
    window.addEventListener("online", () => this.#goOn(upload, ended.signal), { signal: ended.signal });
  }

  /** Does not sit out a long pause when the connection is back. */
  #goOn(upload: Upload | undefined, ended: AbortSignal): void {
    const failed = (error: unknown) => console.warn("the upload could not go on at once", error);
    if (this.#state.phase === "stopped") this.retry();
    else if (this.#state.phase === "sending" && this.#state.isWaiting) {
      upload
        ?.abort()
        .then(() => ended.aborted || upload.start())
        .catch(failed);
    }
  }

  #isUnsettled(): boolean {
    return this.#state.phase === "checking" || this.#state.phase === "sending";
  }

  /** Ends what an upload on its way listens to. @returns that upload */
  #end(): Upload | null {
    const was = this.#onItsWay;
    was?.ended.abort();
    this.#onItsWay = null;
    return was?.upload ?? null;
  }

  /** Deletes at the server what is here now. When that fails, the server's own sweep removes it once the ticket expires. */
  #takeBack(): void {
    const failed = (error: unknown) => console.warn(`the ${this.kind} could not be taken back`, error);
    const upload = this.#end();
    if (upload) upload.abort(true).catch(failed);
    else if (this.#state.phase === "uploaded") {
      const headers = { "Tus-Resumable": TUS_VERSION };
      fetch(`/api${uploadPath(this.#state.file)}`, { method: "DELETE", headers, keepalive: true }).catch(failed);
    }
  }

  #set(state: UploadState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
