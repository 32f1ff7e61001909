/**
 * The records of one account in a Map, for tests: asks a change what it needs, shows it those records, and keeps what it
 * decides. Uniqueness stays with the databases.
 */
import assert from 'node:assert/strict';
import { type Action, type RecordTypeName, recordType } from '../../catalogue/index.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { parsePatch } from '../../lib/json-patch.ts';
import { Problem } from '../../problems.ts';
import type { EntityTags } from '../etag.ts';
import type { Author, Change, Found, Need, RecordFields, StoredRecord } from '../store.ts';
import { createRecord } from '../writes/create.ts';
import { patchRecord } from '../writes/patch.ts';
import { removeRecord } from '../writes/remove.ts';

export type TestOutcome = TestRefusal | TestWritten | { readonly outcome: 'unchanged'; readonly record: JsonObject };
export interface TestRefusal {
  readonly outcome: 'refused';
  readonly problem: Problem;
}
export interface TestWritten {
  readonly outcome: 'written';
  readonly record: JsonObject;
  readonly events: readonly Action[];
  readonly contentHash: string;
  readonly filterValue: number | null;
  /** Needs that the change named. */
  readonly needs: readonly Need[];
}

export type Operations = readonly { op: string; path: string; value?: Json; from?: string }[];

export const ada: Author = { kind: 'person', id: '1', name: 'Ada', email: 'ada@example.com' };

export class AccountInMemory {
  now = Date.parse('2026-01-31T09:30:00.000Z');
  author: Author = ada;
  currency = 'USD';
  readonly #records = new Map<string, StoredRecord>();
  readonly #counters = new Map<RecordTypeName, number>();

  create(type: RecordTypeName, body: Json): TestOutcome {
    return this.#perform(createRecord(recordType(type), body, this.author));
  }

  patch(type: RecordTypeName, id: number, operations: Operations, ifMatch?: EntityTags): TestOutcome {
    const parsed = parsePatch(operations as unknown as Json, { operations: 1000, depth: 64 });
    if (!parsed.ok) throw new Error(`${parsed.at} ${parsed.message}`);
    const options = ifMatch === undefined ? {} : { ifMatch };
    return this.#perform(patchRecord(recordType(type), id, parsed.patch, this.author, options));
  }

  remove(type: RecordTypeName, id: number, ifMatch?: EntityTags): TestOutcome {
    const options = ifMatch === undefined ? {} : { ifMatch };
    return this.#perform(removeRecord(recordType(type), id, this.author, options));
  }

  /** A new record that has to be there; gives its id. */
  given(type: RecordTypeName, body: JsonObject): number {
    const made = this.create(type, body);
    if (made.outcome !== 'written') throw new Error(JSON.stringify(made));
    return made.record.ID as number;
  }

  record(type: RecordTypeName, id: number): JsonObject {
    return JSON.parse(this.#stored(type, id)!.text);
  }

  version(type: RecordTypeName, id: number): number {
    return this.#stored(type, id)!.version;
  }

  /** Puts a record's fields in place as they are, past all rules. */
  put(type: RecordTypeName, fields: RecordFields): void {
    const id = fields.ID as number;
    const version = (this.#stored(type, id)?.version ?? 0) + 1;
    this.#records.set(`${type} ${id}`, { id, version, text: JSON.stringify(fields) });
  }

  #perform(change: Change | Problem): TestOutcome {
    if (change instanceof Problem) return { outcome: 'refused', problem: change };
    const { type } = change;
    const id = change.id === 'new' ? (this.#counters.get(type) ?? 0) + 1 : change.id;
    const current = change.id === 'new' ? undefined : this.#stored(type, id);
    const asked: Need[] = [];
    const found = this.#found(asked, id);
    for (;;) {
      const known = new Set(asked.map((need) => JSON.stringify(need)));
      const open = change.needs(current, found, id).filter((need) => !known.has(JSON.stringify(need)));
      if (open.length === 0) break;
      asked.push(...open);
    }
    const decision = change.decide(current, found, { now: this.now, id });
    assert.deepEqual(change.decide(current, found, { now: this.now, id }), decision, 'deciding again decides the same');
    if (decision.decision === 'refused') return { outcome: 'refused', problem: decision.problem };
    if (decision.decision === 'unchanged') return { outcome: 'unchanged', record: JSON.parse(current!.text) };
    this.#records.set(`${type} ${id}`, { id, version: (current?.version ?? 0) + 1, text: decision.text });
    if (change.id === 'new') this.#counters.set(type, id);
    const { events, contentHash, filterValue } = decision;
    return { outcome: 'written', record: JSON.parse(decision.text), events, contentHash, filterValue, needs: asked };
  }

  /** Answers what was asked for and nothing else, as a database would. */
  #found(asked: readonly Need[], own: number): Found {
    const isAsked = (need: Need) => asked.some((one) => JSON.stringify(one) === JSON.stringify(need));
    return {
      alive: (type, id) => {
        if (!isAsked({ need: 'alive', type, id })) return undefined;
        const stored = this.#stored(type, id);
        return stored !== undefined && JSON.parse(stored.text).Deleted === false;
      },
      record: (type, id) => (isAsked({ need: 'record', type, id }) ? (this.#stored(type, id) ?? 'missing') : undefined),
      ancestors: (type, field, id) => {
        if (!isAsked({ need: 'ancestors', type, field, id })) return undefined;
        const chain: number[] = [];
        for (let above = this.#stored(type, id); above !== undefined && !chain.includes(above.id); ) {
          chain.push(above.id);
          above = this.#stored(type, JSON.parse(above.text)[field]);
        }
        return chain;
      },
      taken: (type, field, value) => {
        if (!isAsked({ need: 'taken', type, field, value })) return undefined;
        const same = [...this.#records]
          .filter(([key]) => key.startsWith(`${type} `))
          .map(([, { text }]) => JSON.parse(text));
        return same.some((record) => record[field] === value && !record.Deleted);
      },
      account: () => (isAsked({ need: 'account' }) ? { currency: this.currency } : undefined),
      another: (type, having) => {
        if (!isAsked({ need: 'another', type, having })) return undefined;
        const others = [...this.#records]
          .filter(([key]) => key.startsWith(`${type} `) && key !== `${type} ${own}`)
          .map(([, { text }]) => JSON.parse(text));
        return others.some(
          (record) => !record.Deleted && Object.entries(having).every(([field, value]) => record[field] === value),
        );
      },
    };
  }

  #stored(type: RecordTypeName, id: number): StoredRecord | undefined {
    return this.#records.get(`${type} ${id}`);
  }
}
