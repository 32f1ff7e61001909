/**
 * Titles of referenced records. Each page requests those that it shows. Unknown titles are fetched in one batch and
 * cached by type and ID.
 */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { visibleText } from '../../../../src/lib/visible-text.ts';
import { callApi } from '../../api/ask.ts';
import { Problem } from '../../api/problem.ts';
import type { Json, TypeDescription } from '../description.ts';

export interface RecordLabel {
  readonly title: string;
  readonly state: string | null;
  readonly deleted: boolean;
}

export interface RecordPointer {
  readonly type: string;
  readonly id: number;
}

export interface RecordNames {
  /** Returns undefined while the title is unknown, and null if the record does not exist or the user may not see it. */
  find(type: string, id: number): RecordLabel | null | undefined;
}

const keyOf = ({ type, id }: RecordPointer) => `${type} ${id}`;

/** Maximum number of titles per request. */
const MAX_NAMES_PER_REQUEST = 1_000;

class NameStore {
  readonly #account: string;
  readonly #known = new Map<string, RecordLabel | null>();
  /** Requested titles by key, each with the promise of its response. */
  readonly #asked = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, RecordPointer>();
  #gathering: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();
  #snapshot: RecordNames;

  constructor(account: string) {
    this.#account = account;
    this.#snapshot = this.#seen();
  }

  get = (): RecordNames => this.#snapshot;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Requests missing titles. Resolves when all titles have arrived or their requests have failed. */
  async want(references: readonly RecordPointer[]): Promise<void> {
    for (const reference of references) {
      const key = keyOf(reference);
      if (this.#asked.has(key)) continue;
      this.#waiting.set(key, reference);
      // Waits 5 ms, so that requests from all parts of a page go out as one batch.
      this.#gathering ??= new Promise((after) => setTimeout(after, 5)).then(() => this.#ask());
      this.#asked.set(key, this.#gathering);
    }
    await Promise.all(references.map((reference) => this.#asked.get(keyOf(reference))));
  }

  /** Caches a title that was read together with a record. */
  learn(type: string, id: number, name: RecordLabel): void {
    const key = keyOf({ type, id });
    const old = this.#known.get(key);
    if (old?.title === name.title && old.state === name.state && old.deleted === name.deleted) return;
    this.#asked.set(key, Promise.resolve());
    this.#known.set(key, name);
    this.#tell();
  }

  /** Marks a changed record's title for a new request on next use. */
  forget(type: string, id: number): void {
    this.#asked.delete(keyOf({ type, id }));
  }

  async #ask(): Promise<void> {
    this.#gathering = undefined;
    const wanted = [...this.#waiting].slice(0, MAX_NAMES_PER_REQUEST);
    const body: Record<string, number[]> = {};
    for (const [key, { type, id }] of wanted) {
      this.#waiting.delete(key);
      body[type] = [...(body[type] ?? []), id];
    }
    const reply = await callApi<Record<string, Record<string, RecordLabel>>>('POST', `/${this.#account}/Names`, {
      body,
    });
    for (const [key, { type, id }] of wanted) {
      // Allows a retry the next time a page requests the title.
      if (reply instanceof Problem) this.#asked.delete(key);
      else this.#known.set(key, visibly(reply.body[type]?.[id]));
    }
    this.#tell();
    if (this.#waiting.size > 0) await this.#ask();
  }

  #tell(): void {
    this.#snapshot = this.#seen();
    for (const listener of this.#listeners) listener();
  }

  #seen(): RecordNames {
    return { find: (type, id) => this.#known.get(keyOf({ type, id })) };
  }
}

function visibly(name: RecordLabel | undefined): RecordLabel | null {
  return name === undefined ? null : { ...name, title: visibleText(name.title) };
}

const stores = new Map<string, NameStore>();

export function getNameStore(account: string): NameStore {
  const store = stores.get(account) ?? new NameStore(account);
  stores.set(account, store);
  return store;
}

export function useRecordNames(account: string, references: readonly RecordPointer[]): RecordNames {
  const store = getNameStore(account);
  const key = useMemo(() => references.map(keyOf).join(), [references]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether others are wanted.
  useEffect(() => void store.want(references), [store, key]);
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Returns all references in the given fields of the records, including those in list rows. Default: all fields. */
export function findReferences(
  type: Pick<TypeDescription, 'fields'>,
  records: readonly { readonly [field: string]: Json }[],
  fields?: readonly string[],
): RecordPointer[] {
  const found = new Map<string, RecordPointer>();
  const add = (to: string | undefined, id: Json | undefined) => {
    if (to !== undefined && typeof id === 'number' && id > 0) found.set(`${to} ${id}`, { type: to, id });
  };
  for (const field of type.fields) {
    if (fields !== undefined && !fields.includes(field.name)) continue;
    for (const record of records) {
      const value = record[field.name];
      if (field.kind === 'reference') add(field.to, value);
      if (field.kind !== 'list' || !Array.isArray(value)) continue;
      for (const item of field.items ?? []) {
        if (item.kind !== 'reference') continue;
        for (const row of value) add(item.to, (row as { [name: string]: Json } | null)?.[item.name]);
      }
    }
  }
  return [...found.values()];
}
