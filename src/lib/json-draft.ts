/**
 * Copy-on-write draft of a JSON document; the original stays unchanged. Containers in `owned` were created for this
 * draft and occur in one place only, so they are changed in place. Every other container is copied before its first
 * change. Each container is therefore copied once, however many changes follow. Every ancestor of an owned container is
 * owned itself.
 */
import { type Json, type JsonObject, MAX_MEMBERS, TOO_MANY_MEMBERS } from './json.ts';
import { arrayIndex, childAt, formatPointer, type Pointer } from './json-pointer.ts';

export type JsonDraft = {
  root: Json;
  /** Containers created for this draft, each with its initial number of members or elements. */
  owned: Map<Container, number>;
  nodesLeft: number;
  shiftsLeft: number;
  /** Number of object members that the draft may still copy; below 0 the draft is abandoned. */
  membersLeft: number;
};
type Container = Json[] | JsonObject;

/** Reason why a change cannot be made; undefined on success. */
export type DraftFault = string | undefined;

/**
 * Limits how many array elements the inserts and removals of one draft may shift. Without a limit, 10,000 inserts at
 * the front of an array that fits a body of 1 MiB blocked the thread for 3 s. With this limit they are refused after
 * 0.1 s.
 */
const MAX_SHIFTS = 100_000_000;

/**
 * Limits how many object members one draft may copy: after each copy operation, both sides may be copied again.
 * Changing a record in every place takes a third of this limit. Without a limit, a patch of 40 KB blocked the thread
 * for 0.2 s.
 */
const MAX_DRAFT_MEMBERS = 50_000;

/** Creates a draft; `maxNodes` limits how many nodes `shareValue` may add to the document in total. */
export function openDraft(document: Json, maxNodes: number): JsonDraft {
  return {
    root: document,
    owned: new Map(),
    nodesLeft: maxNodes,
    shiftsLeft: MAX_SHIFTS,
    membersLeft: MAX_DRAFT_MEMBERS,
  };
}

/** Sets a member, or inserts into an array before the index named; `-` stands for the end of an array. */
export function addAt(draft: JsonDraft, path: Pointer, value: Json): DraftFault {
  const last = path.at(-1);
  if (last === undefined) {
    draft.root = value;
    return undefined;
  }
  const parent = openParent(draft, path);
  if (parent === undefined) return nothingAt(draft, path.slice(0, -1));
  if (!Array.isArray(parent)) {
    setMember(parent, last, value);
    return undefined;
  }
  const index = last === '-' ? parent.length : arrayIndex(last, parent.length);
  if (index === undefined) return `${showPointer(path)} is no place in an array of ${parent.length}`;
  const fault = payForShift(draft, parent.length - index);
  if (fault === undefined) parent.splice(index, 0, value);
  return fault;
}

/** Removes a member or an array element. The root cannot be removed: no document would remain. */
export function removeAt(draft: JsonDraft, path: Pointer): DraftFault {
  const last = path.at(-1);
  const parent = openParent(draft, path);
  if (last === undefined || parent === undefined || childAt(parent, last) === undefined) return nothingAt(draft, path);
  if (!Array.isArray(parent)) {
    delete parent[last];
    return undefined;
  }
  const index = Number(last);
  const fault = payForShift(draft, parent.length - index);
  if (fault === undefined) parent.splice(index, 1);
  return fault;
}

export function replaceAt(draft: JsonDraft, path: Pointer, value: Json): DraftFault {
  const last = path.at(-1);
  if (last === undefined) {
    draft.root = value;
    return undefined;
  }
  const parent = openParent(draft, path);
  if (parent === undefined || childAt(parent, last) === undefined) return nothingAt(draft, path);
  setChild(parent, last, value);
  return undefined;
}

/**
 * Prepares `value`, a part of the document, to occur in a second place. Nothing in it stays owned, so a change in one
 * place is not visible in the other. Its size counts as if it had been copied; texts and keys count one node per 16
 * characters.
 */
export function shareValue(draft: JsonDraft, value: Json): DraftFault {
  const waiting: Json[] = [value]; // not by recursion: between two changes a document may nest to any depth
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    draft.nodesLeft -= 1;
    if (typeof next === 'string') draft.nodesLeft -= next.length / 16;
    if (typeof next === 'object' && next !== null) {
      if (isOutgrown(draft, next)) return TOO_MANY_MEMBERS;
      draft.owned.delete(next);
      if (Array.isArray(next)) {
        for (const item of next) waiting.push(item);
      } else {
        for (const key of Object.keys(next)) {
          draft.nodesLeft -= key.length / 16;
          waiting.push(next[key]!);
        }
      }
    }
    if (draft.nodesLeft < 0) return 'the patch copies more than it may in all';
  }
  return undefined;
}

/** True if an object exceeds both `MAX_MEMBERS` and the number of members it began with. */
export function outgrows(draft: JsonDraft): boolean {
  return [...draft.owned.keys()].some((container) => isOutgrown(draft, container));
}

function isOutgrown({ owned }: JsonDraft, container: Container): boolean {
  const before = owned.get(container);
  return (
    before !== undefined && !Array.isArray(container) && Object.keys(container).length > Math.max(before, MAX_MEMBERS)
  );
}

/** Returns a message that names the first missing step of the path. */
export function nothingAt(draft: JsonDraft, path: Pointer): string {
  let here: Json | undefined = draft.root;
  for (const [index, token] of path.entries()) {
    here = childAt(here, token);
    if (here === undefined) return `there is nothing at ${showPointer(path.slice(0, index + 1))}`;
  }
  return `there is no place below ${showPointer(path)}`;
}

export function showPointer(path: Pointer): string {
  if (path.length === 0) return 'the root';
  const text = formatPointer(path);
  return text.length <= 200 ? text : `${text.slice(0, 200).toWellFormed()}...`;
}

/** Returns the parent container of `path`, owned by the draft and ready to change; undefined if there is none. */
function openParent(draft: JsonDraft, path: Pointer): Container | undefined {
  let parent = own(draft, draft.root);
  if (parent === undefined) return undefined;
  draft.root = parent;
  for (let step = 0; step < path.length - 1; step++) {
    const token = path[step]!;
    const child = own(draft, childAt(parent, token));
    if (child === undefined) return undefined;
    setChild(parent, token, child);
    parent = child;
  }
  return parent;
}

function own(draft: JsonDraft, value: Json | undefined): Container | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (draft.owned.has(value)) return value;
  const copy = Array.isArray(value) ? value.slice() : { ...value };
  const length = Array.isArray(value) ? value.length : Object.keys(value).length;
  if (!Array.isArray(value)) draft.membersLeft -= length;
  draft.owned.set(copy, length);
  return copy;
}

/** Sets a child that already exists. */
function setChild(parent: Container, token: string, value: Json): void {
  if (Array.isArray(parent)) parent[Number(token)] = value;
  else setMember(parent, token, value);
}

/** A plain assignment to `__proto__` would change the object's prototype instead of making a member of that name. */
function setMember(object: JsonObject, key: string, value: Json): void {
  if (key in Object.prototype) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}

function payForShift(draft: JsonDraft, elements: number): DraftFault {
  draft.shiftsLeft -= elements;
  return draft.shiftsLeft < 0 ? 'the patch inserts and removes too often at the front of long arrays' : undefined;
}
