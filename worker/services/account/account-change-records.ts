// Records which changes of accounts are under way, and which may still be carried out because their responses were lost.
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

  /**
   * Records that the response to a request's change was lost: Appwrite may still carry the change out.
   * @param outcome until when other changes are refused, in milliseconds since 1970, and whether the profile can show if it was carried out
   */
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
