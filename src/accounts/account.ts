/** Scope of one account: proves that the caller may access its data. */

/**
 * Account for which a store is opened. Only the account directory of a shard creates it, after it found the account or
 * checked the credentials. A query without an account therefore does not compile.
 */
export class AccountScope {
  readonly shardID: string;
  /** Public id: random, unique over all shards, never reused. */
  readonly id: string;
  readonly name: string;
  /** Small number of the account within its database, stored in each row. */
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
