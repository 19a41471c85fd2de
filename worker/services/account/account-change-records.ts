// The changes of accounts that are under way, or whose answers were lost.
import type {
  AccountChange,
  AccountChangeRecord,
  AccountPart,
  BeginOptions,
  PendingChange,
} from "../../durable-objects/account-change-record";
import { sha256Hex } from "../sha256-hex";

export class AccountChangeRecords {
  readonly #namespace: DurableObjectNamespace<AccountChangeRecord>;

  constructor(namespace: DurableObjectNamespace<AccountChangeRecord>) {
    this.#namespace = namespace;
  }

  /**
   * Begins to change one part of a user's account, such as the name, unless a change of it is pending.
   * @returns null when it has begun; otherwise the pending one.
   */
  async begin(
    userId: string,
    part: AccountPart,
    change: AccountChange,
    options: BeginOptions,
  ): Promise<PendingChange | null> {
    return (await this.#record(userId, part)).begin(change, options);
  }

  /** Notes that the answer to a request's change was lost: it may be carried out late. @param outcome as for the record's `markAnswerLost`. */
  async markAnswerLost(
    userId: string,
    part: AccountPart,
    holder: string,
    outcome: { until: number; isVerifiable: boolean },
  ): Promise<void> {
    await (await this.#record(userId, part)).markAnswerLost(holder, outcome);
  }

  /** Ends a request's change: it is carried out, or never will be. */
  async end(userId: string, part: AccountPart, holder: string): Promise<void> {
    await (await this.#record(userId, part)).end(holder);
  }

  async #record(userId: string, part: AccountPart): Promise<DurableObjectStub<AccountChangeRecord>> {
    // Appwrite's database finds a user by an id in any letter case.
    return this.#namespace.get(this.#namespace.idFromName(await sha256Hex(`${part}:${userId.toLowerCase()}`)));
  }
}
