/**
 * The versions of a record, found again: from the record as it is, or from a version whose text was kept whole, by taking
 * back one change after the other. At most so many have to be taken back, because every so many a text is kept.
 */
import type { StoredRecord } from '../store.ts';
import { takeBack, textOf, type WrittenFields, writtenFields } from './delta.ts';

export const TEXT_KEPT_EVERY = 32;

/** What is kept of one version. */
export interface KeptVersion {
  readonly version: number;
  /** The values before of what changed. Null for a new record, and for changes from before the log was kept. */
  readonly before: string | null;
  /** The record's whole text, for some. */
  readonly text: string | null;
}

export function keepsText(version: number): boolean {
  return version % TEXT_KEPT_EVERY === 0;
}

/**
 * The first version behind this one whose text is kept whole: nothing behind it is needed to find this one. Where it is kept whole itself, but its
 * change has left the log, it is found by those that came after it.
 */
export function nextKeptWhole(version: number): number {
  return (Math.floor(version / TEXT_KEPT_EVERY) + 1) * TEXT_KEPT_EVERY;
}

/** A version as it was, as far as it can be found. */
export interface FoundVersion<Kept extends KeptVersion> {
  readonly kept: Kept;
  /** Found when they are asked for, as its text is. */
  fields(): WrittenFields | undefined;
  text(): string | undefined;
}

/** The versions that `kept` names, the newest first and without a gap; `current` is the record as it is. */
export function* versionsBack<Kept extends KeptVersion>(
  kept: Iterable<Kept>,
  current: StoredRecord | undefined,
): Generator<FoundVersion<Kept>> {
  let after: FoundVersion<Kept> | undefined;
  for (const one of kept) {
    after = found(one, after, current);
    yield after;
  }
}

function found<Kept extends KeptVersion>(
  kept: Kept,
  after: FoundVersion<Kept> | undefined,
  current: StoredRecord | undefined,
): FoundVersion<Kept> {
  // What was kept whole is the truth: the record may have got fields since that nobody was told then.
  const text = kept.text ?? (current?.version === kept.version ? current.text : undefined);
  let fields: WrittenFields | undefined;
  const find = () => {
    fields ??= text === undefined ? fieldsBefore(after, kept.version) : writtenFields(text);
    return fields;
  };
  return {
    kept,
    fields: find,
    text() {
      const found = text === undefined ? find() : undefined;
      return text ?? (found && textOf(found));
    },
  };
}

function fieldsBefore(after: FoundVersion<KeptVersion> | undefined, version: number): WrittenFields | undefined {
  if (after === undefined || after.kept.before === null || after.kept.version !== version + 1) return undefined;
  const fields = after.fields();
  return fields && takeBack(fields, after.kept.before);
}

/** Throws where it is no JSON: what is put together of texts as they were written is looked at once, before anybody is told it. */
export function readable<Text extends string | undefined>(text: Text): Text {
  if (text !== undefined) JSON.parse(text);
  return text;
}

/**
 * The text of one version; `kept` are it, where it is logged, and those behind it, the oldest first, at least as far as the next that was kept
 * whole.
 * Undefined where it cannot be found.
 */
export function textOfVersion(
  version: number,
  kept: readonly KeptVersion[],
  current: StoredRecord | undefined,
): string | undefined {
  const whole = kept.findIndex(({ text }) => text !== null);
  const behind = whole === -1 ? kept : kept.slice(0, whole + 1);
  // Of what was loaded or imported there is no change; what was made of it tells what it was.
  const back = behind[0]?.version === version ? behind : [{ version, before: null, text: null }, ...behind];
  try {
    let last: FoundVersion<KeptVersion> | undefined;
    for (const one of versionsBack(back.toReversed(), current)) last = one;
    return readable(last?.text());
  } catch {
    // What is no JSON was damaged since; `doctor` finds it.
    return undefined;
  }
}
