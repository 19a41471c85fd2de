// The releases of Appwrite that the server can respond as. Only uploads differ between them, since clients notice that.

export interface Release {
  /** The version that the server reports. */
  version: string;
  /** Whether a chunk of a file that is complete gets the file, or storage_file_already_exists. */
  acceptsRepeatedChunks: boolean;
  acceptsLastChunkFirst: boolean;
}

export const RELEASES: Readonly<Record<string, Release>> = {
  "1.8": { version: "1.8.1", acceptsRepeatedChunks: false, acceptsLastChunkFirst: false },
  "1.9": { version: "1.9.6", acceptsRepeatedChunks: true, acceptsLastChunkFirst: true },
};

export const DEFAULT_RELEASE = "1.9";

/** Throws for a name that is not in the table. */
export function findRelease(name = DEFAULT_RELEASE): Release {
  const release = Object.hasOwn(RELEASES, name) ? RELEASES[name] : undefined;
  if (!release) throw new Error(`There is no release "${name}", only ${Object.keys(RELEASES).join(", ")}`);
  return release;
}
