/**
 * Reconstructs versions of a record by reverting changes, one after the other, from the current record or from a
 * version with whole text. Every `TEXT_KEPT_EVERY`th version has whole text, which limits the changes to revert.
 */
import type { StoredRecord } from '../store.ts';
import { takeBack, textOf, type WrittenFields, writtenFields } from './delta.ts';

export const TEXT_KEPT_EVERY = 32;

/** Stored data of one version. */
export interface KeptVersion {
  readonly version: number;
  /** Previous values of the changed fields. Null for a new record, and for changes made before the log existed. */
  readonly before: string | null;
  /** Whole text of the record; stored for some versions only. */
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

/** A reconstructed version, as far as reconstruction is possible. */
export interface FoundVersion<Kept extends KeptVersion> {
  readonly kept: Kept;
  /** Reconstructs the fields on demand; `text` works the same way. */
  fields(): WrittenFields | undefined;
  text(): string | undefined;
}

/** Reconstructs the versions in `kept`, newest first and without gaps; `current` is the current record. */
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
  // Whole stored text takes precedence: the record may have gained fields since, which were not published then.
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

/**
 * Returns the text; throws if it is not valid JSON. Text assembled from stored pieces is validated once, before it is
 * sent.
 */
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
  // Loaded or imported versions have no change entry; later changes reconstruct them.
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
