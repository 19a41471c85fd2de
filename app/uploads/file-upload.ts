// The upload of one file of a form, by tus: with progress and cancel, resumed after a lost connection or a reload.
import type { Upload } from "tus-js-client";
import { type FileKind, TUS_VERSION } from "../contract/files";
import { UNREACHABLE } from "../lib/unreachable";
import { isFromOldBuild } from "../navigation/import-after-fetch";
import { FILE_NOT_SENT, OLD_PAGE } from "./file-labels";
import type { CreatedUpload } from "./tus-upload";
import { isUploading, type Tus, type UploadState } from "./upload-state";
import { forgetUnfinishedUploads, forgetUpload, GUEST, unfinishedFileName, uploadFingerprint } from "./upload-storage";
import { type UploadedFile, uploadPath } from "./uploaded-file";

/** Loads the tus client when the first file is sent. The condition keeps the client out of the Worker's build. */
const loadTusClient = (): Promise<Tus> =>
  import.meta.env.SSR ? Promise.reject(new Error("only browsers upload files")) : import("tus-js-client");

interface ActiveUpload {
  /** Undefined when the code for uploading could not be fetched; the file is kept for another attempt. */
  created: CreatedUpload | undefined;
  file: File;
  /** Removes the event listeners of this upload. */
  controller: AbortController;
}

export class FileUpload {
  #state: UploadState;
  #listeners = new Set<() => void>();
  #active: ActiveUpload | null = null;
  /** How much of the file was sent when its upload last reported: a retry shows it until the next report. */
  #sentBytes = 0;
  /** Increases with every change of the file, so that late events of an earlier file can be ignored. */
  #version = 0;

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

  /**
   * Uploads the file that the field has when React hydrates the page. The visitor chose it before, or the browser restored it. When a file is
   * on the server already, this one replaces it only if it is another file and can still be read.
   * @returns false when the file is not needed
   */
  chooseInitial(file: File): boolean {
    if (this.#state.phase === "uploaded") {
      const isSame = this.#state.file.fingerprint === this.#fingerprintOf(file);
      // A file that is gone from the device has no bytes.
      if (isSame || file.size === 0) return false;
    }
    void this.choose(file);
    return true;
  }

  /**
   * Checks a file and uploads it if it is accepted. An earlier file is deleted from the server; the same one that is chosen once more goes on
   * from where it stopped, or is not sent again.
   */
  async choose(file: File): Promise<void> {
    const fingerprint = this.#fingerprintOf(file);
    if (this.#state.phase === "uploaded" && this.#state.file.fingerprint === fingerprint) return;
    if (this.#active && this.#fingerprintOf(this.#active.file) === fingerprint) this.#abort();
    else this.#deleteFromServer();
    const version = ++this.#version;
    const isCurrent = () => version === this.#version;
    this.#set({ phase: "checking", name: file.name });
    // An error while code is fetched is a lost connection, and can be retried. Any other error is about the file.
    let isFetchingCode = true;
    try {
      const { createUpload, fileError } = await import("./tus-upload");
      isFetchingCode = false;
      const message = await fileError(this.kind, file, this.maxBytes);
      if (!isCurrent()) return;
      if (message) return this.#set({ phase: "rejected", name: file.name, message });
      isFetchingCode = true;
      const tus = await this.loadTus();
      isFetchingCode = false;
      if (!isCurrent()) return;
      const created = createUpload(tus, file, {
        kind: this.kind,
        isGuest: this.owner === GUEST,
        fingerprint,
        isCurrent,
        getState: this.state,
        setState: (state) => this.#set(state),
        onEnd: () => this.#deactivate(),
      });
      await this.#send(created, file, isCurrent);
    } catch (error) {
      console.warn("the file could not be read or sent", error);
      if (!isCurrent()) return;
      this.#deactivate();
      if (isFromOldBuild(error)) {
        return this.#set({ phase: "rejected", name: file.name, message: OLD_PAGE, isPageOld: true });
      }
      if (isFetchingCode) this.#activate(file);
      const [phase, message] = isFetchingCode
        ? (["stopped", UNREACHABLE] as const)
        : (["rejected", FILE_NOT_SENT] as const);
      this.#set({ phase, name: file.name, message });
    }
  }

  /** Resumes an upload that has stopped. */
  retry(): void {
    if (this.#state.phase !== "stopped" || !this.#active) return;
    const { created, file } = this.#active;
    if (!created) return void this.choose(file);
    this.#set({ phase: "sending", name: file.name, sentBytes: this.#sentBytes, totalBytes: file.size, waiting: null });
    created.resume();
  }

  /** Removes the file, on the server too, whether it is uploading or uploaded, or a reload has cut its upload off. */
  cancel(): void {
    this.#version++;
    this.#deleteFromServer();
    if (this.#state.phase === "empty" && this.#state.unfinished) {
      for (const address of forgetUnfinishedUploads(this.owner, this.kind)) this.#deleteAt(address);
    }
    this.#set({ phase: "empty" });
  }

  /** Stops sending when the page is left. The server keeps what has arrived: choosing the same file again resumes its upload. */
  suspend(): void {
    this.#version++;
    this.#abort();
    if (isUploading(this.#state)) this.#set({ phase: "empty" });
  }

  /** Takes over a file that is already on the server. */
  restore(file: UploadedFile): void {
    this.#version++;
    this.#set({ phase: "uploaded", file });
  }

  /** Replaces an uploaded file that the server no longer has by an error message. */
  reject(message: string): void {
    const name = this.#state.phase === "uploaded" ? this.#state.file.name : "";
    this.#version++;
    this.#deactivate();
    this.#set({ phase: "rejected", name, message });
  }

  /**
   * Looks for an upload that a reload cut off, so that the page can ask for the same file again.
   * @param now in milliseconds since the epoch
   */
  findUnfinished(now: number): void {
    if (this.#state.phase !== "empty") return;
    const name = unfinishedFileName(this.owner, this.kind, now);
    if (name) this.#set({ phase: "empty", unfinished: name });
  }

  /** Resolves with the state as soon as no file is being checked or sent. */
  whenIdle(): Promise<UploadState> {
    return new Promise((resolve) => {
      const resolveIfIdle = () => {
        if (isUploading(this.#state)) return;
        unsubscribe();
        resolve(this.#state);
      };
      const unsubscribe = this.subscribe(resolveIfIdle);
      resolveIfIdle();
    });
  }

  async #send(created: CreatedUpload, file: File, isCurrent: () => boolean): Promise<void> {
    const { upload } = created;
    this.#activate(file, created);
    this.#set({ phase: "sending", name: file.name, sentBytes: 0, totalBytes: file.size, waiting: null });
    const [previous] = await upload.findPreviousUploads();
    if (!isCurrent()) return;
    if (previous) upload.resumeFromPreviousUpload(previous);
    upload.start();
  }

  #activate(file: File, created?: CreatedUpload): void {
    const controller = new AbortController();
    const { signal } = controller;
    this.#active = { created, file, controller };
    window.addEventListener("online", () => this.#resumeNow(created, signal), { signal });
  }

  /** Resumes as soon as the connection is back, instead of waiting for the next attempt, which may be minutes away. */
  #resumeNow(created: CreatedUpload | undefined, signal: AbortSignal): void {
    if (this.#state.phase === "stopped") this.retry();
    else if (this.#state.phase === "sending" && this.#state.waiting) {
      created?.upload
        .abort()
        .then(() => signal.aborted || created.resume())
        .catch((error: unknown) => console.warn("the upload could not be resumed at once", error));
    }
  }

  /** Removes the listeners of the active upload. @returns that upload, which is not aborted yet */
  #deactivate(): Upload | null {
    const active = this.#active;
    active?.controller.abort();
    this.#active = null;
    return active?.created?.upload ?? null;
  }

  #fingerprintOf(file: File): string {
    return uploadFingerprint(this.owner, this.kind, file);
  }

  /** Stops sending. What has arrived stays on the server. */
  #abort(): void {
    this.#deactivate()
      ?.abort()
      .catch((error: unknown) => console.warn("the upload could not be stopped", error));
  }

  /** Deletes the current file from the server. If that fails, the server's sweep deletes it once its ticket has expired. */
  #deleteFromServer(): void {
    const file = this.#active?.file;
    const upload = this.#deactivate();
    if (upload && file) {
      // At once: without a connection the deletion is tried again for minutes, and would end an upload that is resumed meanwhile.
      forgetUpload(this.#fingerprintOf(file));
      upload.abort(true).catch((error: unknown) => this.#warnNotDeleted(error));
    } else if (this.#state.phase === "uploaded") this.#deleteAt(`/api${uploadPath(this.#state.file)}`);
  }

  #deleteAt(address: string): void {
    const headers = { "Tus-Resumable": TUS_VERSION };
    fetch(address, { method: "DELETE", headers, keepalive: true }).catch((error) => this.#warnNotDeleted(error));
  }

  #warnNotDeleted(error: unknown): void {
    console.warn(`the ${this.kind} could not be deleted`, error);
  }

  #set(state: UploadState): void {
    if (state.phase === "sending") this.#sentBytes = state.sentBytes;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
