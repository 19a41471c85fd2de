// Profiles: one row per account, found by the column `id`. Appwrite also calls rows documents, and columns attributes.
import { type Models, Query, type TablesDB } from "appwrite";
import { isAppwriteError } from "./errors";
import { ownedBy, ownerOf } from "./permissions";

/** The attributes of a profile document. An older client may have stored `password`: `toProfile` drops it. */
export type ProfileData = Record<string, string | boolean | null>;
export type ProfileDocument = Models.Row & Record<string, unknown>;

const PAGE_DOCUMENTS = 100;

export class Profiles {
  readonly #tables: TablesDB;
  readonly #table: { databaseId: string; tableId: string };

  constructor(tables: TablesDB, databaseId: string, tableId: string) {
    this.#tables = tables;
    this.#table = { databaseId, tableId };
  }

  /**
   * The profile of an account, or null. A document of an older client has another document id than the account. A document that
   * another user created is ignored: anybody can write any account's id into the attribute `id`.
   */
  async find(userId: string): Promise<ProfileDocument | null> {
    const isOwn = (document: ProfileDocument) => ownerOf(document.$permissions) === userId;
    const pages = this.#pagesByAttribute([userId]);
    const [direct, first] = await Promise.all([this.#get(userId), pages.next()]);
    if (direct && isOwn(direct)) return direct;
    for (let page = first; !page.done; page = await pages.next()) {
      const own = page.value.find(isOwn);
      if (own) return own;
    }
    return null;
  }

  /** The profiles of up to a hundred accounts, without documents that other users created with their ids. */
  async findMany(userIds: readonly string[]): Promise<ProfileDocument[]> {
    const ids = [...userIds];
    // Older clients gave their documents other ids, so the attribute `id` is looked up as well.
    const direct = await this.#list([Query.equal("$id", ids), Query.limit(PAGE_DOCUMENTS)]);
    const found = [...direct];
    for await (const page of this.#pagesByAttribute(ids)) found.push(...page);
    // Appwrite's database compares ids without regard to letter case.
    const owners = new Set(ids.map((id) => id.toLowerCase()));
    const own = found.filter(({ $permissions }) => owners.has(ownerOf($permissions)?.toLowerCase() ?? ""));
    return [...new Map(own.map((document) => [document.$id, document])).values()];
  }

  /** Creates an account's profile, with the account's id as document id. Returns the existing profile if there is one. */
  async create(userId: string, data: ProfileData): Promise<ProfileDocument> {
    const write = (fields: ProfileData) =>
      this.#tables.createRow<ProfileDocument>({
        ...this.#table,
        rowId: userId,
        data: { ...fields, id: userId } as unknown as Omit<ProfileDocument, keyof Models.Row>,
        permissions: ownedBy(userId),
      });
    try {
      return await this.#withKnownAttributes(data, write);
    } catch (error) {
      if (!isAppwriteError(error, "row_already_exists")) throw error;
      const existing = await this.find(userId);
      if (!existing) throw error;
      return existing;
    }
  }

  async update(documentId: string, data: ProfileData): Promise<ProfileDocument> {
    return this.#withKnownAttributes(data, (fields) =>
      this.#tables.updateRow<ProfileDocument>({
        ...this.#table,
        rowId: documentId,
        data: fields as unknown as Partial<ProfileDocument>,
      }),
    );
  }

  /** Deletes a document. Succeeds when it does not exist. */
  async delete(documentId: string): Promise<void> {
    try {
      await this.#tables.deleteRow({ ...this.#table, rowId: documentId });
    } catch (error) {
      if (!isAppwriteError(error, "row_not_found")) throw error;
    }
  }

  async #get(documentId: string): Promise<ProfileDocument | null> {
    try {
      return await this.#tables.getRow<ProfileDocument>({ ...this.#table, rowId: documentId });
    } catch (error) {
      if (isAppwriteError(error, "row_not_found")) return null;
      throw error;
    }
  }

  async #list(queries: string[]): Promise<ProfileDocument[]> {
    const { rows } = await this.#tables.listRows<ProfileDocument>({ ...this.#table, queries });
    return rows;
  }

  /**
   * The documents with these values of the attribute `id`, page by page. There can be any number of other users' that the API key, or the
   * member, may read.
   */
  async *#pagesByAttribute(ids: string[]): AsyncGenerator<ProfileDocument[], void> {
    let last: ProfileDocument | undefined;
    do {
      const page = await this.#list([
        Query.equal("id", ids),
        Query.limit(PAGE_DOCUMENTS),
        ...(last ? [Query.cursorAfter(last.$id)] : []),
      ]);
      yield page;
      last = page.length === PAGE_DOCUMENTS ? page.at(-1) : undefined;
    } while (last);
  }

  /** Older collections lack the attribute `guardianAgree`: there the rest is stored without it. */
  async #withKnownAttributes(
    data: ProfileData,
    write: (fields: ProfileData) => Promise<ProfileDocument>,
  ): Promise<ProfileDocument> {
    try {
      return await write(data);
    } catch (error) {
      const unknown = isAppwriteError(error, "row_invalid_structure") && error.message.includes('"guardianAgree"');
      if (!unknown || !("guardianAgree" in data)) throw error;
      const { guardianAgree: _, ...rest } = data;
      return write(rest);
    }
  }
}
