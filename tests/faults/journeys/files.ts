import { CHUNK_BYTES } from "../../../app/contract/limits";
import { STUDENT } from "../../worker/support/people";
import { TUS } from "../../worker/support/uploads";
import { backend } from "../support/backend";
import type { Journey } from "../support/journey";
import { checkMember, GUEST_UPLOAD_STEPS, Guest, Member, Upload } from "../support/people";
import type { Visitor } from "../support/visitor";

class MemberWithFile extends Member {
  readonly file = this.newFile("portfolio", "plan.pdf");
  readonly nextFile = this.newFile("portfolio", "work.docx");

  static async create(): Promise<MemberWithFile> {
    const member = new MemberWithFile();
    const { browser, file } = member;
    await member.join(browser);
    await file.sendAll(browser);
    await browser.send("PATCH", "/profile", file.reference);
    await member.waitForBackgroundTasks();
    return member;
  }
}

/** Says so when a file is still stored. */
async function checkDeleted({ id, name }: Upload): Promise<string[]> {
  const { files } = await backend();
  return (await files.find(id)) ? [`${name} is still stored`] : [];
}

const replaceFile: Journey<MemberWithFile> = {
  name: "Replacing the file",
  prepare: MemberWithFile.create,
  steps: [
    {
      name: "announcing the file",
      send: ({ browser, nextFile }) => nextFile.announce(browser),
      good: { 201: "the upload begins" },
      session: "stays",
    },
    {
      name: "its bytes",
      send: ({ browser, nextFile }) => nextFile.send(browser),
      sendAgain: ({ browser, nextFile }) => nextFile.goOn(browser),
      good: { 204: "the file is stored" },
      session: "stays",
    },
    {
      name: "asking how much is stored",
      send: ({ browser, nextFile }) => nextFile.askForOffset(browser),
      good: { 200: "all of it" },
      hasNoBody: true,
      session: "stays",
    },
    {
      name: "the form",
      send: ({ browser, file, nextFile }) =>
        browser.send("PATCH", "/profile", { ...nextFile.reference, expectedFileId: file.id }),
      // What a page does that finds its file changed: it asks again.
      good: { 200: "saved" },
      session: "stays",
    },
  ],
  check: async (member) => [...(await checkMember(member, member.nextFile)), ...(await checkDeleted(member.file))],
};

const deleteFile: Journey<MemberWithFile> = {
  name: "Deleting the file",
  prepare: MemberWithFile.create,
  steps: [
    {
      name: "the button",
      send: ({ browser, file }) => browser.send("PATCH", "/profile", { portfolioId: null, expectedFileId: file.id }),
      good: { 200: "deleted" },
      session: "stays",
    },
  ],
  check: async (member) => [...(await checkMember(member)), ...(await checkDeleted(member.file))],
};

const cancelUpload: Journey<MemberWithFile> = {
  name: "Cancelling an upload",
  async prepare() {
    const member = await MemberWithFile.create();
    await member.nextFile.sendAll(member.browser);
    return member;
  },
  steps: [
    {
      name: "the button",
      send: ({ browser, nextFile }) => browser.fetch(nextFile.path, { method: "DELETE", headers: TUS }),
      good: { 204: "deleted" },
      session: "stays",
    },
  ],
  check: async (member) => [...(await checkMember(member, member.file)), ...(await checkDeleted(member.nextFile))],
};

/** The bytes of `MemberWithFile.file`, as far as they are text. */
const FILE_TEXT = new TextDecoder().decode(new Upload("portfolio", "plan.pdf").bytes);

const download: Journey<MemberWithFile> = {
  name: "Downloading the file",
  prepare: MemberWithFile.create,
  steps: [
    {
      name: "the link",
      send: ({ browser, file }) => browser.fetch(`/api/files/${file.id}/content`),
      good: { 200: "saved" },
      isGood: (_, text) => text === FILE_TEXT,
      givesUp: ["download"],
      session: "stays",
    },
    {
      name: "its last bytes, after a connection that broke",
      send: ({ browser, file }) => browser.fetch(`/api/files/${file.id}/content`, { headers: { Range: "bytes=-500" } }),
      good: { 206: "saved" },
      isGood: (_, text) => text.length > 0 && FILE_TEXT.endsWith(text),
      givesUp: ["download"],
      session: "stays",
    },
  ],
};

class GuestWithLargeFile extends Guest {
  readonly file = this.newFile("resume", "cv.pdf", CHUNK_BYTES + 3_000);
}

const largeFile: Journey<GuestWithLargeFile> = {
  name: "A file of two parts",
  prepare: async () => new GuestWithLargeFile(STUDENT),
  steps: GUEST_UPLOAD_STEPS,
  async check({ file }) {
    const stored = await (await backend()).files.find(file.id);
    return stored?.sizeOriginal === file.bytes.length && stored.chunksUploaded === 2 ? [] : ["the file is not whole"];
  },
};

class GuestWithFile extends Guest {
  readonly file = this.newFile("resume", "cv.docx");
}

const fileAtOnce: Journey<GuestWithFile> = {
  name: "A file that is sent with its announcement",
  prepare: async () => new GuestWithFile(STUDENT),
  steps: [
    {
      name: "announcement and bytes",
      send: ({ browser, file }) => file.announce(browser, file.bytes),
      // Bytes that could not be stored are no error: the client asks how many are.
      good: { 201: "the upload begins" },
      session: "none",
    },
    {
      name: "what is not stored yet",
      send: ({ browser, file }) => file.goOn(browser),
      good: { 204: "the file is stored" },
      hasNoBody: true,
      session: "none",
    },
  ],
  async check({ file }) {
    const stored = await (await backend()).files.find(file.id);
    return stored?.sizeOriginal === file.bytes.length ? [] : ["the file is not whole"];
  },
};

export const FILE_JOURNEYS: readonly Journey<Visitor>[] = [
  replaceFile,
  deleteFile,
  cancelUpload,
  download,
  largeFile,
  fileAtOnce,
];
