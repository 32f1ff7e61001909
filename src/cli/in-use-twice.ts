/**
 * Finds accounts that are in use on several shards. Shards do not know each other, so a process with access to several
 * of them checks.
 */
import type { AccountListing } from '../accounts/store.ts';
import { typed } from './typed.ts';

export interface InUseTwice {
  readonly accountID: string;
  readonly shardIDs: readonly string[];
}

/**
 * Returns accounts that are not frozen on more than one shard. A frozen account takes no changes: during a move, an
 * account is on two shards and frozen on the old one.
 */
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
