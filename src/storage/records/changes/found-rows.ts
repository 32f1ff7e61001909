/**
 * The rows that a change needs, as far as they have been looked up. An engine fills them between `needs` and `decide`.
 */
import type { AccountSettings } from '../../../accounts/store.ts';
import type { RecordTypeName } from '../../../catalogue/index.ts';
import type { Besides, Found, Need, StoredRecord } from '../../../records/store.ts';

/** Types of the answers to each kind of need. */
export interface NeedAnswers {
  alive: boolean;
  record: StoredRecord | 'missing';
  ancestors: readonly number[];
  taken: boolean;
  another: boolean;
  account: AccountSettings;
}

export class FoundRows implements Found {
  readonly #rows = new Map<string, NeedAnswers[keyof NeedAnswers]>();

  /** Returns the needs that have not been looked up, each once. */
  unanswered(needs: readonly Need[]): Need[] {
    const open = new Map<string, Need>();
    for (const need of needs) {
      const name = nameOf(need);
      if (!this.#rows.has(name)) open.set(name, need);
    }
    return [...open.values()];
  }

  answer(need: Need, row: NeedAnswers[keyof NeedAnswers]): void {
    this.#rows.set(nameOf(need), row);
  }

  alive(type: RecordTypeName, id: number): boolean | undefined {
    return this.#rows.get(nameOf({ need: 'alive', type, id })) as boolean | undefined;
  }

  record(type: RecordTypeName, id: number): StoredRecord | 'missing' | undefined {
    return this.#rows.get(nameOf({ need: 'record', type, id })) as StoredRecord | 'missing' | undefined;
  }

  ancestors(type: RecordTypeName, field: string, id: number): readonly number[] | undefined {
    return this.#rows.get(nameOf({ need: 'ancestors', type, field, id })) as readonly number[] | undefined;
  }

  /**
   * True if a value of this field was found free. What the change derived from that is valid only while the value stays
   * free.
   */
  sawFree(type: RecordTypeName, field: string): boolean {
    const asked = nameOf({ need: 'taken', type, field, value: '' });
    return this.#rows.entries().some(([name, row]) => row === false && name.startsWith(asked));
  }

  taken(type: RecordTypeName, field: string, value: string, besides: Besides = []): boolean | undefined {
    return this.#rows.get(nameOf({ need: 'taken', type, field, value, besides })) as boolean | undefined;
  }

  another(type: RecordTypeName, having: Readonly<Record<string, string>>, besides: Besides = []): boolean | undefined {
    return this.#rows.get(nameOf({ need: 'another', type, having, besides })) as boolean | undefined;
  }

  account(): AccountSettings | undefined {
    return this.#rows.get(nameOf({ need: 'account' })) as AccountSettings | undefined;
  }
}

function nameOf(need: Need): string {
  switch (need.need) {
    case 'account':
      return need.need;
    case 'alive':
    case 'record':
      return `${need.need} ${need.type} ${need.id}`;
    case 'ancestors':
      return `ancestors ${need.type} ${need.field} ${need.id}`;
    case 'taken':
      // The value last: it may hold anything.
      return `taken ${need.type} ${need.field} ${need.besides ?? ''} ${need.value}`;
    case 'another':
      return `another ${need.type} ${need.besides ?? ''} ${JSON.stringify(need.having)}`;
  }
}
