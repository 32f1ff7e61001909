/**
 * JSON Patch (RFC 6902), whole: a patch document is read with `parsePatch`, then applied with `applyPatch`, all or
 * nothing.
 *
 * Neither the document nor the patch is ever changed. The result shares with both whatever it took over from them, so
 * it must not be changed in place either.
 */
import { type Json, type JsonObject, MAX_NESTING, nestsDeeperThan, sameJson, TOO_MANY_MEMBERS } from './json.ts';
import {
  addAt,
  type DraftFault,
  type JsonDraft,
  nothingAt,
  openDraft,
  outgrows,
  removeAt,
  replaceAt,
  shareValue,
  showPointer,
} from './json-draft.ts';
import { childAt, type Pointer, parsePointer, valueAt } from './json-pointer.ts';

/** Around every value that a patch document holds: the list, and the operation. */
export const PATCH_LEVELS = 2;

export type PatchOperation =
  | { op: 'add' | 'replace' | 'test'; path: Pointer; value: Json }
  | { op: 'move' | 'copy'; from: Pointer; path: Pointer }
  | { op: 'remove'; path: Pointer };

/** Made by `parsePatch` only: applying relies on what it has checked. */
export type Patch = readonly PatchOperation[];

/**
 * `depth` is how many levels below the root an operation may reach: the steps of its path and the nesting of its value.
 */
export type JsonPatchLimits = { operations: number; depth: number };

/** `at` is a JSON pointer into the patch document. */
type Refusal = { ok: false; at: string; message: string };

export function parsePatch(value: Json, limits: JsonPatchLimits): { ok: true; patch: Patch } | Refusal {
  if (!Array.isArray(value)) return refuse('', 'a patch is an array of operations');
  if (value.length > limits.operations) {
    return refuse('', `a patch has at most ${limits.operations} operations, this one has ${value.length}`);
  }
  const patch: PatchOperation[] = [];
  for (const [index, item] of value.entries()) {
    const operation = parseOperation(item, limits.depth);
    if ('ok' in operation) return refuse(`/${index}${operation.at}`, operation.message);
    patch.push(operation);
  }
  return { ok: true, patch };
}

/** Members that RFC 6902 does not define for an operation are ignored, as it demands. */
function parseOperation(item: Json, depth: number): PatchOperation | Refusal {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return refuse('', 'an operation is an object');
  const op = childAt(item, 'op');
  switch (op) {
    case 'add':
    case 'replace':
    case 'test': {
      const path = parseLocation(item, 'path', depth);
      if ('ok' in path) return path;
      const value = childAt(item, 'value');
      if (value === undefined) return refuse('', `"${op}" needs a "value"`);
      if (nestsDeeperThan(value, depth - path.length)) return refuse('/value', tooDeep(depth));
      return { op, path, value };
    }
    case 'move':
    case 'copy': {
      const from = parseLocation(item, 'from', depth);
      if ('ok' in from) return from;
      const path = parseLocation(item, 'path', depth);
      if ('ok' in path) return path;
      if (op === 'move' && from.length < path.length && beginsWith(path, from)) {
        return refuse('/path', 'a value cannot be moved into itself');
      }
      return { op, from, path };
    }
    case 'remove': {
      const path = parseLocation(item, 'path', depth);
      if ('ok' in path) return path;
      return path.length === 0 ? refuse('/path', 'the whole document cannot be removed') : { op, path };
    }
    default:
      return refuse(op === undefined ? '' : '/op', '"op" is one of add, remove, replace, move, copy, test');
  }
}

function parseLocation(item: JsonObject, member: 'path' | 'from', depth: number): Pointer | Refusal {
  const text = childAt(item, member);
  if (text === undefined) return refuse('', `"${item.op}" needs a "${member}"`);
  const pointer = typeof text === 'string' ? parsePointer(text) : undefined;
  if (pointer === undefined) return refuse(`/${member}`, `"${member}" is a JSON pointer: empty, or /name, or /name/0`);
  return pointer.length > depth ? refuse(`/${member}`, tooDeep(depth)) : pointer;
}

function beginsWith(path: Pointer, start: Pointer): boolean {
  return start.every((token, index) => token === path[index]);
}

function tooDeep(depth: number): string {
  return `an operation reaches at most ${depth} levels deep`;
}

function refuse(at: string, message: string): Refusal {
  return { ok: false, at, message };
}

export type PatchResult =
  | { ok: true; value: Json }
  | { ok: false; reason: 'invalid' | 'test_failed'; operation: number; message: string };

/**
 * `maxNodes` limits what all `copy` operations together may create: twenty copies of a document into itself would make
 * a million of it. A text counts as a node per 16 characters.
 */
export function applyPatch(document: Json, patch: Patch, maxNodes = 200_000): PatchResult {
  const draft = openDraft(document, maxNodes);
  for (const [index, operation] of patch.entries()) {
    const fault = perform(draft, operation) ?? (draft.membersLeft < 0 ? TOO_OFTEN_COPIED : undefined);
    if (fault !== undefined) {
      const reason = operation.op === 'test' ? 'test_failed' : 'invalid';
      return { ok: false, reason, operation: index, message: fault };
    }
  }
  // Moves and copies together nest deeper than any one operation reaches, and whatever serialises the result is
  // recursive.
  const deepest = patch.findLastIndex(mayNest);
  if (deepest !== -1 && nestsDeeperThan(draft.root, MAX_NESTING)) {
    const message = `the result is nested deeper than ${MAX_NESTING} levels`;
    return { ok: false, reason: 'invalid', operation: deepest, message };
  }
  // Each operation adds one member, and a patch that goes on where another ended any number.
  if (outgrows(draft)) {
    const last = patch.findLastIndex(({ op }) => op !== 'test' && op !== 'remove');
    return { ok: false, reason: 'invalid', operation: last, message: `in the result ${TOO_MANY_MEMBERS}` };
  }
  return { ok: true, value: draft.root };
}

const TOO_OFTEN_COPIED = 'the patch changes copies of large objects too often';

function perform(draft: JsonDraft, operation: PatchOperation): DraftFault {
  switch (operation.op) {
    case 'add':
      return addAt(draft, operation.path, operation.value);
    case 'remove':
      return removeAt(draft, operation.path);
    case 'replace':
      return replaceAt(draft, operation.path, operation.value);
    case 'test': {
      const found = valueAt(draft.root, operation.path);
      if (found === undefined) return nothingAt(draft, operation.path);
      return sameJson(found, operation.value) ? undefined : `the value at ${showPointer(operation.path)} is another`;
    }
    case 'move': {
      const { from, path } = operation;
      const value = valueAt(draft.root, from);
      if (value === undefined) return nothingAt(draft, from);
      // Parsing has refused every path below `from`, so one that begins with it is `from` itself.
      if (beginsWith(path, from)) return undefined;
      return removeAt(draft, from) ?? addAt(draft, path, value);
    }
    case 'copy': {
      const value = valueAt(draft.root, operation.from);
      if (value === undefined) return nothingAt(draft, operation.from);
      return shareValue(draft, value) ?? addAt(draft, operation.path, value);
    }
  }
}

function mayNest(operation: PatchOperation): boolean {
  if (operation.op === 'move' || operation.op === 'copy') return true;
  return 'value' in operation && operation.op !== 'test' && typeof operation.value === 'object';
}
