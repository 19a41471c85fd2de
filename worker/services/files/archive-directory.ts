// Reads the directory of a ZIP archive, and finds what an honest archive does not have (PKWARE's APPNOTE 6.3.10). A .docx is one, too.
//
// Only declared sizes are compared: nothing is unpacked.

/** A directory ends with a record of 22 bytes and a comment of up to 65,535. */
const END_BYTES = 22;
/** How many of an archive's last bytes contain its end record. */
export const ARCHIVE_TAIL_BYTES = END_BYTES + 65_535;
/** The longest directory that is read: it has some 80 bytes for each file. */
const DIRECTORY_MAX_BYTES = 4 * 1024 * 1024;

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
/** Stands before the end record when there is a ZIP64 end record, too. */
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_EXTRA_FIELD = 1;
const IN_ZIP64 = 0xffff_ffff;

const ENTRY_BYTES = 46;
/** The header in front of an entry's bytes, without its name. */
const LOCAL_HEADER_BYTES = 30;

/**
 * What may stand between two entries without being told by the directory: an extra field of the local header, which may be another one than the
 * directory has, and sizes behind the data (APPNOTE 4.3.9). Office programs make some of these fields 520 bytes long, to have room to grow, so
 * there may be more in sum. A program that reads from the front would find hidden entries in a gap (decision 0032 has the numbers).
 */
const GAP_BYTES = 96;
const GAPS_SUM_MAX_BYTES = 64 * 1024;

/** How many times its packed size an entry, or the archive, may unpack to. Text in a .docx comes to some 20 times. */
const RATIO_MAX = 100;
/** What unpacks to less does no harm, whatever its ratio. */
const RATIO_EXEMPT_BYTES = 64 * 1024;

/**
 * `broken`: the directory is missing, damaged, or not an honest one. `empty`: it has no entries. `bomb`: it unpacks to far more than its
 * size. `wrong-type`: it is not of the kind that it should be.
 */
export type ArchiveFault = "broken" | "empty" | "bomb" | "wrong-type";

/** The entry that every .docx has (ECMA-376, part 2). Names there do not differ by case. */
export const DOCX_ENTRY = "[Content_Types].xml";

/** Where the directory of an archive is. */
export interface DirectoryLocation {
  /** The first byte, counted from the start of the file. */
  start: number;
  /** In bytes. */
  length: number;
  entryCount: number;
}

interface Entry {
  /** Where its name is in the directory. */
  nameStart: number;
  nameEnd: number;
  /** The first byte of its local header, counted from the start of the file. */
  start: number;
  /** Behind its last byte. The local header may be longer than this knows. */
  end: number;
  packedBytes: number;
  unpackedBytes: number;
}

/**
 * Finds the directory by the end record. A ZIP64 end record is refused: no archive below 4 GB needs one. An archive without entries is
 * its end record alone.
 * @param tail the last `ARCHIVE_TAIL_BYTES` of the file, or all of a smaller one.
 * @param fileBytes the size of the file.
 */
export function locateDirectory(tail: Uint8Array, fileBytes: number): DirectoryLocation | "broken" {
  const view = viewOf(tail);
  const end = findEndRecord(view);
  if (end === null) return "broken";
  const locator = end - ZIP64_LOCATOR_BYTES;
  if (locator >= 0 && view.getUint32(locator, true) === ZIP64_LOCATOR_SIGNATURE) return "broken";
  const [disk, directoryDisk] = [view.getUint16(end + 4, true), view.getUint16(end + 6, true)];
  const [onThisDisk, entryCount] = [view.getUint16(end + 8, true), view.getUint16(end + 10, true)];
  const [length, start] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  const isOnOneDisk = disk === 0 && directoryDisk === 0 && onThisDisk === entryCount;
  const endStart = fileBytes - tail.length + end;
  // Programs look for the directory either where it is said to be, or in front of the end record: both are the same place.
  const isBeforeEnd = start + length === endStart;
  const isPlausible = length >= entryCount * ENTRY_BYTES && length <= DIRECTORY_MAX_BYTES;
  const hasEntriesOrNothing = entryCount > 0 || endStart === 0;
  return isOnOneDisk && isBeforeEnd && isPlausible && hasEntriesOrNothing ? { start, length, entryCount } : "broken";
}

/**
 * Checks the entries of a directory: there are some, and as many as the end record says. They lie before the directory, do not overlap,
 * follow one another without larger gaps, and do not unpack to more than a hundred times their size.
 * @param directory the bytes at `location`.
 * @param requiredName the name of an entry without which the archive is not what it should be; null for any archive.
 * @returns null when nothing is wrong.
 */
export function findArchiveFault(
  directory: Uint8Array,
  location: DirectoryLocation,
  requiredName: string | null = null,
): ArchiveFault | null {
  const entries = parseEntries(directory, location);
  if (entries === null) return "broken";
  if (entries.length === 0) return requiredName === null ? "empty" : "wrong-type";
  let previousEnd = 0;
  let gaps = 0;
  for (const { start, end } of [...entries.toSorted((a, b) => a.start - b.start), { start: location.start, end: 0 }]) {
    if (start < previousEnd) return "broken";
    gaps += Math.max(0, start - previousEnd - GAP_BYTES);
    previousEnd = end;
  }
  if (gaps > GAPS_SUM_MAX_BYTES) return "broken";
  const total = { packedBytes: 0, unpackedBytes: 0 };
  for (const entry of entries) {
    if (isBomb(entry)) return "bomb";
    total.packedBytes += entry.packedBytes;
    total.unpackedBytes += entry.unpackedBytes;
  }
  if (isBomb(total)) return "bomb";
  return requiredName === null || hasEntry(directory, entries, requiredName) ? null : "wrong-type";
}

/** @param name in ASCII, in whatever case */
function hasEntry(directory: Uint8Array, entries: readonly Entry[], name: string): boolean {
  const sameLength = entries.filter(({ nameStart, nameEnd }) => nameEnd - nameStart === name.length);
  return sameLength.some(({ nameStart, nameEnd }) => {
    const found = String.fromCharCode(...directory.subarray(nameStart, nameEnd));
    return found.toLowerCase() === name.toLowerCase();
  });
}

function isBomb({ packedBytes, unpackedBytes }: Pick<Entry, "packedBytes" | "unpackedBytes">): boolean {
  return unpackedBytes > RATIO_EXEMPT_BYTES && unpackedBytes > packedBytes * RATIO_MAX;
}

/**
 * The offset of the end record: the last signature of one in the file, which has to be a whole record whose comment ends with the file.
 * Programs differ in which record they take when there are several.
 * @returns null when there is none.
 */
function findEndRecord(view: DataView): number | null {
  for (let at = view.byteLength - 4; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    const isWhole = at + END_BYTES <= view.byteLength;
    return isWhole && at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength ? at : null;
  }
  return null;
}

/** All entries; null when there are more or fewer than announced, or one is damaged. */
function parseEntries(directory: Uint8Array, { length, entryCount }: DirectoryLocation): Entry[] | null {
  if (directory.length !== length) return null;
  const view = viewOf(directory);
  const entries: Entry[] = [];
  let at = 0;
  while (at < length) {
    if (at + ENTRY_BYTES > length || view.getUint32(at, true) !== ENTRY_SIGNATURE) return null;
    const nameLength = view.getUint16(at + 28, true);
    const nameStart = at + ENTRY_BYTES;
    const extraStart = nameStart + nameLength;
    const extraEnd = extraStart + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > length || view.getUint16(at + 34, true) !== 0) return null;
    const sizes = { packed: at + 20, unpacked: at + 24, start: at + 42 };
    const entry = readSizes(view, sizes, extraStart, extraEnd);
    if (entry === null) return null;
    const end = entry.start + LOCAL_HEADER_BYTES + nameLength + entry.packedBytes;
    entries.push({ ...entry, nameStart, nameEnd: extraStart, end });
    at = next;
  }
  return entries.length === entryCount ? entries : null;
}

/** Reads an entry's sizes and offset, which are in its ZIP64 extra field when their own fields are full. */
function readSizes(
  view: DataView,
  at: { packed: number; unpacked: number; start: number },
  extraStart: number,
  extraEnd: number,
): Pick<Entry, "start" | "packedBytes" | "unpackedBytes"> | null {
  let zip64Field = findZip64Field(view, extraStart, extraEnd);
  const read = (offset: number): number => {
    const value = view.getUint32(offset, true);
    if (value !== IN_ZIP64) return value;
    if (zip64Field === null || zip64Field.start + 8 > zip64Field.end) return Number.NaN;
    zip64Field = { start: zip64Field.start + 8, end: zip64Field.end };
    return Number(view.getBigUint64(zip64Field.start - 8, true));
  };
  // In this order they stand in the extra field.
  const [unpackedBytes, packedBytes, start] = [read(at.unpacked), read(at.packed), read(at.start)];
  return Number.isNaN(unpackedBytes + packedBytes + start) ? null : { start, packedBytes, unpackedBytes };
}

/** The data of the ZIP64 extra field; null when there is none. */
function findZip64Field(view: DataView, start: number, end: number): { start: number; end: number } | null {
  for (let at = start; at + 4 <= end; ) {
    const dataEnd = at + 4 + view.getUint16(at + 2, true);
    if (dataEnd > end) return null;
    if (view.getUint16(at, true) === ZIP64_EXTRA_FIELD) return { start: at + 4, end: dataEnd };
    at = dataEnd;
  }
  return null;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
