import { describe, expect, it } from "vitest";
import {
  ARCHIVE_TAIL_BYTES,
  findArchiveFault,
  locateDirectory,
} from "../../../../../worker/services/files/archive-directory";
import { type ArchiveEntry, type ArchiveOptions, archiveBytes, fields } from "../../../../support/archive-bytes";

const KB = 1024;
const IN_ZIP64 = 0xffffffff;
const data = (length: number) => new Uint8Array(length).fill(7);

/** What is wrong with an archive, as it is read from a file. */
function faultOf(bytes: Uint8Array): string | null {
  const location = locateDirectory(bytes.subarray(Math.max(0, bytes.length - ARCHIVE_TAIL_BYTES)), bytes.length);
  if (location === "broken") return "broken";
  return findArchiveFault(bytes.subarray(location.start, location.start + location.length), location);
}

const fault = (entries: ArchiveEntry[], options?: ArchiveOptions) => faultOf(archiveBytes(entries, options));

describe("a sound archive", () => {
  it.each<[string, ArchiveEntry[], ArchiveOptions?]>([
    ["with an empty entry", [{}]],
    ["with several entries", [{ data: data(10) }, { name: "folder/" }, { name: "b.txt", data: data(200) }]],
    ["with a comment", [{ data: data(10) }], { comment: data(65_535) }],
    ["whose directory is longer than the tail", Array.from({ length: 2000 }, (_, i) => ({ name: `file-${i}.txt` }))],
    ["with an entry that unpacks to a hundred times its size", [{ data: data(KB), unpackedBytes: 100 * KB }]],
    ["with a small entry of any ratio", [{ data: data(1), unpackedBytes: 64 * KB }]],
    [
      "with sizes in the ZIP64 field of an entry",
      [
        {
          data: data(50),
          packedBytes: IN_ZIP64,
          unpackedBytes: IN_ZIP64,
          // Another field stands before it.
          extra: fields(16, 0x5455, 16, 1, 8, 0, 16, 1, 16, 16, 64, 60, 64, 50),
        },
      ],
    ],
    // A local header with times and owners, and sizes behind the data.
    ["with a hundred bytes behind each entry", Array.from({ length: 3000 }, () => ({ trailing: data(96) }))],
    ["with the room that Office programs leave to grow", Array.from({ length: 100 }, () => ({ trailing: data(520) }))],
  ])("%s passes", (_, entries, options) => {
    expect(fault(entries, options)).toBeNull();
  });
});

it("is empty without entries", () => {
  expect(fault([])).toBe("empty");
});

describe("an archive that should have an entry", () => {
  const faultWithout = (name: string, bytes: Uint8Array) => {
    const location = locateDirectory(bytes, bytes.length);
    if (location === "broken") return "broken";
    const { start, length } = location;
    return findArchiveFault(bytes.subarray(start, start + length), location, name);
  };

  it.each(["[Content_Types].xml", "[content_types].XML"])("passes with an entry %s, wherever it is", (name) => {
    const bytes = archiveBytes([
      { name: "word/document.xml", data: data(10) },
      { name, data: data(10) },
    ]);
    expect(faultWithout("[Content_Types].xml", bytes)).toBeNull();
  });

  it.each(["x[Content_Types].xml", "[Content_Types].xml.txt", "word/[Content_Types].xml"])(
    "is of the wrong type with an entry %s instead",
    (name) => {
      expect(faultWithout("[Content_Types].xml", archiveBytes([{ name, data: data(10) }]))).toBe("wrong-type");
    },
  );

  it("is of the wrong type without entries", () => {
    expect(faultWithout("[Content_Types].xml", archiveBytes([]))).toBe("wrong-type");
  });
});

describe("a broken archive", () => {
  const two = [{ data: data(100) }, { data: data(100) }];
  const sound = archiveBytes(two);

  it.each<[string, ArchiveEntry[], ArchiveOptions?]>([
    ["announces more entries than there are", two, { entryCount: 3 }],
    ["announces fewer entries than there are", two, { entryCount: 1 }],
    [
      "announces no entries although there are bytes before its end",
      [],
      { beforeEnd: data(100_000), directoryStart: 0 },
    ],
    ["says that its directory is elsewhere", two, { directoryStart: 100 }],
    ["says that its directory is behind its end", two, { directoryStart: 100_000 }],
    ["has two entries with the same bytes", [{ data: data(100) }, { start: 0, packedBytes: 100 }]],
    ["has a hidden entry between two others", [{ data: data(100), trailing: data(65_633) }, { data: data(100) }]],
    ["has a hidden entry before the directory", [{ data: data(100), trailing: data(65_633) }]],
    ["has many hidden entries", Array.from({ length: 3000 }, () => ({ trailing: data(118) }))],
    ["has an entry that begins within another", [{ data: data(100) }, { data: data(100), start: 50 }]],
    ["has an entry that reaches into the directory", [{ data: data(100), packedBytes: 101 }]],
    ["has an entry that is in the ZIP64 field, without that field", [{ data: data(10), packedBytes: IN_ZIP64 }]],
    ["has a ZIP64 field that is too short", [{ unpackedBytes: IN_ZIP64, extra: fields(16, 1, 16, 4, 32, 1) }]],
    ["has an extra field that is longer than it may be", [{ unpackedBytes: IN_ZIP64, extra: fields(16, 1, 16, 99) }]],
    ["has a ZIP64 end record", two, { beforeEnd: fields(32, 0x07064b50, 32, 0, 64, 0, 32, 1) }],
  ])("%s", (_, entries, options) => {
    expect(fault(entries, options)).toBe("broken");
  });

  it.each([
    ["nothing", new Uint8Array()],
    ["no end record", sound.subarray(0, sound.length - 22)],
    ["half an end record", sound.subarray(0, sound.length - 5)],
    ["bytes behind its end record", Uint8Array.from([...sound, 0])],
    ["only a signature, as a picture may have it", Uint8Array.from([0x50, 0x4b, 3, 4, ...data(1000)])],
  ])("has %s", (_, bytes) => {
    expect(faultOf(bytes)).toBe("broken");
  });

  it("has entries that are not entries", () => {
    const bytes = archiveBytes(two);
    const location = locateDirectory(bytes, bytes.length);
    if (location === "broken") throw new Error("the archive is sound");
    bytes[location.start] = 0;
    expect(faultOf(bytes)).toBe("broken");
  });
});

describe("a bomb", () => {
  it.each<[string, ArchiveEntry[]]>([
    [
      "has an entry that unpacks to more than a hundred times its size",
      [{ data: data(KB), unpackedBytes: 100 * KB + 1 }],
    ],
    ["has it beside others", [{ data: data(90 * KB) }, { data: data(10), unpackedBytes: 64 * KB + 1 }]],
    ["has many small entries", Array.from({ length: 20 }, () => ({ data: data(60), unpackedBytes: 60 * KB }))],
    [
      "has the size in its ZIP64 field",
      [{ data: data(50), unpackedBytes: IN_ZIP64, extra: fields(16, 1, 16, 8, 64, 5_000_000_000) }],
    ],
  ])("%s", (_, entries) => {
    expect(fault(entries)).toBe("bomb");
  });
});

describe("an archive that programs read in two ways", () => {
  const bomb = archiveBytes([{ data: data(10), unpackedBytes: 4_000_000_000 }]);
  const directoryOf = (bytes: Uint8Array) =>
    bytes.subarray(new DataView(bytes.buffer).getUint32(bytes.length - 6, true), -22);
  const endOf = (bytes: Uint8Array) => bytes.slice(-22);

  it("is refused when the comment has another end record, with a directory that unpacks to gigabytes", () => {
    const end = endOf(bomb);
    // The length of its comment is wrong. Python's zipfile and Info-ZIP take the last end record all the same.
    new DataView(end.buffer).setUint16(20, 7, true);
    const comment = Uint8Array.from([...directoryOf(bomb), ...end]);
    expect(fault([{ data: data(10) }], { comment })).toBe("broken");
  });

  it("is refused when its comment has the signature of an end record", () => {
    expect(fault([{}], { comment: fields(32, 0x06054b50, 16, 0) })).toBe("broken");
  });

  it("is refused when another directory stands between the one that is named and the end record", () => {
    // Info-ZIP and Python's zipfile read the directory in front of the end record, wherever it is said to be.
    expect(fault([{ data: data(10) }], { beforeEnd: directoryOf(bomb) })).toBe("broken");
  });
});
