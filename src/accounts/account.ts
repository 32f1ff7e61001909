/** One firm's data, and the proof that a caller may touch it. */

/**
 * The account a store is opened for. Only the account directory of a shard makes one, after it has found the account or
 * checked the caller's credentials, so a statement over account data that forgot its account does not compile.
 */
export class AccountScope {
  readonly shardID: string;
  /** Random, unique over all shards, never reused: what people see. */
  readonly id: string;
  readonly name: string;
  /** The account's small number within its database: what rows carry. */
  readonly key: number;
  // A private member makes the type nominal: an object of the same shape does not pass for it.
  readonly #proof = true;

  constructor(account: { shardID: string; id: string; name: string; key: number }) {
    this.shardID = account.shardID;
    this.id = account.id;
    this.name = account.name;
    this.key = account.key;
    void this.#proof;
  }
}
