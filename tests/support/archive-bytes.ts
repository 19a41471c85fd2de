// Makes ZIP archives of hand-made parts: sound ones to upload, and others that lie about what they contain.
import { crc32 } from "node:zlib";

export interface ArchiveEntry {
  name?: string;
  /** The stored bytes. */
  data?: Uint8Array;
  /** What the directory says instead of the truth; 0xffffffff means that `extra` has it. */
  packedBytes?: number;
  unpackedBytes?: number;
  start?: number;
  extra?: Uint8Array;
  /** Bytes behind the stored ones, of which the directory says nothing. */
  trailing?: Uint8Array;
}

export interface ArchiveOptions {
  /** What the end record says instead of the truth. */
  entryCount?: number;
  directoryStart?: number;
  comment?: Uint8Array;
  /** Bytes between the directory and the end record. */
  beforeEnd?: Uint8Array;
}

const encoder = new TextEncoder();

/** The bytes of an archive whose entries are stored, not compressed. */
export function archiveBytes(entries: readonly ArchiveEntry[], options: ArchiveOptions = {}): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = encoder.encode(entry.name ?? "a");
    const data = entry.data ?? new Uint8Array();
    const extra = entry.extra ?? new Uint8Array();
    const [packed, unpacked] = [entry.packedBytes ?? data.length, entry.unpackedBytes ?? data.length];
    const common = [16, 20, 16, 0, 16, 0, 16, 0, 16, 0, 32, crc32(data), 32, packed, 32, unpacked, 16, name.length];
    const trailing = entry.trailing ?? new Uint8Array();
    const local = join([fields(32, 0x04034b50, ...common, 16, 0), name, data, trailing]);
    const central = fields(32, 0x02014b50, 16, 20, ...common, 16, extra.length, 16, 0, 16, 0, 16, 0, 32, 0);
    directory.push(join([central, fields(32, entry.start ?? at), name, extra]));
    parts.push(local);
    at += local.length;
  }
  const central = join(directory);
  const comment = options.comment ?? new Uint8Array();
  const count = options.entryCount ?? entries.length;
  const counts = [16, 0, 16, 0, 16, count, 16, count];
  const end = fields(
    32,
    0x06054b50,
    ...counts,
    32,
    central.length,
    32,
    options.directoryStart ?? at,
    16,
    comment.length,
  );
  return join([...parts, central, options.beforeEnd ?? new Uint8Array(), end, comment]);
}

/** A sound .docx of exactly this size, of at least 136 bytes: one entry, with the first bytes of a pattern. It is a sound .zip, too. */
export function archiveOfSize(size: number, pattern: Uint8Array): Uint8Array<ArrayBuffer> {
  const name = "[Content_Types].xml";
  return archiveBytes([{ name, data: pattern.subarray(0, size - archiveBytes([{ name }]).length) }]);
}

/** Little-endian numbers: pairs of a width in bits and a value. */
export function fields(...pairs: number[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    let value = pairs[i + 1] ?? 0;
    for (let bit = 0; bit < (pairs[i] ?? 0); bit += 8) {
      bytes.push(value % 256);
      value = Math.floor(value / 256);
    }
  }
  return Uint8Array.from(bytes);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
