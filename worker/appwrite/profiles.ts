// Profile documents: one per account, found by its `id` attribute.
import { type Databases, type Models, Query } from "appwrite";
import { isAppwriteError } from "./errors";
import { ownedBy, ownerOf } from "./permissions";

/** What a profile document holds. `password` is never among it: an older client's value is dropped where answers are made. */
export type ProfileData = Record<string, string | boolean | null>;
export type ProfileDocument = Models.Document & Record<string, unknown>;

const PAGE_DOCUMENTS = 100;

export class Profiles {
  readonly #databases: Databases;
  readonly #databaseId: string;
  readonly #collectionId: string;

  constructor(databases: Databases, databaseId: string, collectionId: string) {
    this.#databases = databases;
    this.#databaseId = databaseId;
    this.#collectionId = collectionId;
  }

  /**
   * The profile of an account, or null. An older client's document has another id than the account; a document that
   * its owner did not make (anybody may write somebody's id into one) is not the account's profile.
   */
  async find(userId: string): Promise<ProfileDocument | null> {
    // By its own id, side by side with the list: others' documents could fill the list, and hide it there.
    const [direct, documents] = await Promise.all([this.#get(userId), this.#list([Query.equal("id", [userId])])]);
    const isOwn = (document: ProfileDocument) => ownerOf(document.$permissions) === userId;
    return [direct, ...documents].find((document) => document !== null && isOwn(document)) ?? null;
  }

  /** The profiles of several accounts, a hundred at most; documents that others made under their ids are left out. */
  async findMany(userIds: readonly string[]): Promise<ProfileDocument[]> {
    const ids = [...userIds];
    // By their own ids, then older clients' documents, of which there may be any number with somebody else's id in them.
    const found = await this.#list([Query.equal("$id", ids), Query.limit(PAGE_DOCUMENTS)]);
    let page: ProfileDocument[] = [];
    do {
      const next = page.at(-1);
      page = await this.#list([
        Query.equal("id", ids),
        Query.limit(PAGE_DOCUMENTS),
        ...(next ? [Query.cursorAfter(next.$id)] : []),
      ]);
      found.push(...page);
    } while (page.length === PAGE_DOCUMENTS);
    const own = found.filter((document) => document.id === ownerOf(document.$permissions));
    return [...new Map(own.map((document) => [document.$id, document])).values()];
  }

  /** Makes an account's profile under the account's own id; one that is there already counts as made. */
  async create(userId: string, data: ProfileData): Promise<ProfileDocument> {
    const write = (fields: ProfileData) =>
      this.#databases.createDocument<ProfileDocument>({
        databaseId: this.#databaseId,
        collectionId: this.#collectionId,
        documentId: userId,
        data: { ...fields, id: userId } as unknown as Omit<ProfileDocument, keyof Models.Document>,
        permissions: ownedBy(userId),
      });
    try {
      return await this.#withKnownAttributes(data, write);
    } catch (error) {
      if (!isAppwriteError(error, "document_already_exists")) throw error;
      const made = await this.find(userId);
      if (!made) throw error;
      return made;
    }
  }

  async update(documentId: string, data: ProfileData): Promise<ProfileDocument> {
    return this.#withKnownAttributes(data, (fields) =>
      this.#databases.updateDocument<ProfileDocument>({
        databaseId: this.#databaseId,
        collectionId: this.#collectionId,
        documentId,
        data: fields as unknown as Partial<ProfileDocument>,
      }),
    );
  }

  /** Deletes a document; one that is gone already counts as deleted. */
  async delete(documentId: string): Promise<void> {
    const place = { databaseId: this.#databaseId, collectionId: this.#collectionId };
    try {
      await this.#databases.deleteDocument({ ...place, documentId });
    } catch (error) {
      if (!isAppwriteError(error, "document_not_found")) throw error;
    }
  }

  async #get(documentId: string): Promise<ProfileDocument | null> {
    const place = { databaseId: this.#databaseId, collectionId: this.#collectionId };
    try {
      return await this.#databases.getDocument<ProfileDocument>({ ...place, documentId });
    } catch (error) {
      if (isAppwriteError(error, "document_not_found")) return null;
      throw error;
    }
  }

  async #list(queries: string[]): Promise<ProfileDocument[]> {
    const place = { databaseId: this.#databaseId, collectionId: this.#collectionId };
    const { documents } = await this.#databases.listDocuments<ProfileDocument>({ ...place, queries });
    return documents;
  }

  /** A collection set up before guardians were asked has no `guardianAgree`: the rest is stored without it. */
  async #withKnownAttributes(
    data: ProfileData,
    write: (fields: ProfileData) => Promise<ProfileDocument>,
  ): Promise<ProfileDocument> {
    try {
      return await write(data);
    } catch (error) {
      const unknown = isAppwriteError(error, "document_invalid_structure") && error.message.includes('"guardianAgree"');
      if (!unknown || !("guardianAgree" in data)) throw error;
      const { guardianAgree: _, ...rest } = data;
      return write(rest);
    }
  }
}
