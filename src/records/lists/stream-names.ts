/**
 * Resolves the names of referenced records in a stream. Collects records into batches and requests the names they need,
 * all of one type at once. Caches names for later records, up to a small limit.
 */
import type { RecordTypeName } from '../../catalogue/index.ts';
import { eachMember } from '../../lib/json-members.ts';
import type { Title } from '../store.ts';
import { titleText } from '../title-text.ts';
import { idIn, type NamedReference, type NameOf } from './lines.ts';

export interface StreamNames {
  readonly nameOf: NameOf;
  /** Adds a record; returns the batch once it is large enough. Without named references, each record is a batch. */
  add(text: string): readonly string[] | undefined;
  /** Returns the remaining records, which did not fill a batch. */
  rest(): readonly string[];
  /** Returns the IDs whose names are needed before these records can be rendered, by type. */
  missing(texts: readonly string[]): ReadonlyMap<RecordTypeName, readonly number[]>;
  learn(type: RecordTypeName, titles: readonly Title[]): void;
}

/** Limits of a batch whose names are requested at once: records and characters. */
const ENOUGH = { records: 200, characters: 256 * 1024 };
/** Names that are kept. With as many of the longest, a few mebibytes. */
const MAX_KEPT = 10_000;

export function streamNames(named: readonly NamedReference[] = []): StreamNames {
  const leadsTo = new Map(named.map(({ field, to }) => [field, to]));
  const known = new Map<string, string>();
  let waiting: string[] = [];
  let characters = 0;
  const take = () => {
    const texts = waiting;
    [waiting, characters] = [[], 0];
    return texts;
  };
  return {
    nameOf: (to, id) => known.get(`${to} ${id}`) ?? '',
    add(text) {
      waiting.push(text);
      characters += text.length;
      const enough = leadsTo.size === 0 || waiting.length >= ENOUGH.records || characters >= ENOUGH.characters;
      return enough ? take() : undefined;
    },
    rest: take,
    missing(texts) {
      if (leadsTo.size === 0) return NOTHING;
      if (known.size > MAX_KEPT) known.clear();
      const wanted = new Map<RecordTypeName, Set<number>>();
      for (const text of texts) {
        eachMember(text, (name, _at, from, end) => {
          const to = leadsTo.get(name);
          const id = to && idIn(text, from, end);
          if (to === undefined || id === undefined || known.has(`${to} ${id}`)) return;
          const ids = wanted.get(to) ?? new Set();
          wanted.set(to, ids.add(id));
        });
      }
      return new Map([...wanted].map(([to, ids]) => [to, [...ids]]));
    },
    learn(type, titles) {
      const { singular } = named.find(({ to }) => to === type)!;
      for (const title of titles) known.set(`${type} ${title.id}`, titleText({ singular }, title));
    },
  };
}
const NOTHING: ReadonlyMap<RecordTypeName, readonly number[]> = new Map();
