/** Accounts that are in use on several shards. Shards know nothing of each other, so whoever sees more than one of them looks. */
import type { AccountListing } from '../accounts/store.ts';
import { typed } from './typed.ts';

export interface InUseTwice {
  readonly accountID: string;
  readonly shardIDs: readonly string[];
}

/** A frozen one takes no changes: while an account is moved it is on two shards, and on the old one so. */
export function inUseTwice(listings: Iterable<AccountListing>): InUseTwice[] {
  const shardsOf = new Map<string, string[]>();
  for (const { accountID, shardID, frozen } of listings) {
    if (!frozen) shardsOf.set(accountID, [...(shardsOf.get(accountID) ?? []), shardID]);
  }
  return [...shardsOf]
    .filter(([, shardIDs]) => shardIDs.length > 1)
    .map(([accountID, shardIDs]) => ({ accountID, shardIDs }));
}

export function saidOfTwice({ accountID, shardIDs }: InUseTwice): string {
  // Which of them is the one that nobody meant is not known here.
  const freezing = shardIDs.map((shardID) => typed(`accounts freeze --account ${accountID} --shard ${shardID}`));
  return `The account ${accountID} is in use on ${shardIDs.join(' and ')}, each with changes the other lacks. Freeze it where it is not to be: ${freezing.join(', or ')}`;
}
