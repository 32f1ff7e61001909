/**
 * Caches texts of versions that deliveries needed recently. All subscriptions that receive a change need the same text
 * within moments. If the record has changed since, reconstructing the text takes as long as sending it. A version's
 * text never changes.
 */
import { RecentlyUsed } from '../../../accounts/recently-used.ts';
import type { RecordTypeName } from '../../../catalogue/index.ts';

export interface VersionTextCache {
  get(account: number, type: RecordTypeName, id: number, version: number): string | undefined;
  keep(account: number, type: RecordTypeName, id: number, version: number, text: string): void;
}

const MAX_TEXTS = 2_000;
/** Characters; longer ones are found again each time. Together they take 16 MB at most. */
const MAX_TEXT_CHARS = 8 * 1024;

export function createVersionTextCache(): VersionTextCache {
  const texts = new RecentlyUsed<string>(MAX_TEXTS);
  return {
    get: (account, type, id, version) => texts.get(`${account} ${type} ${id} ${version}`),
    keep(account, type, id, version, text) {
      if (text.length <= MAX_TEXT_CHARS) texts.set(`${account} ${type} ${id} ${version}`, text);
    },
  };
}
