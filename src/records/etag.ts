/** Entity tags: a record's version as HTTP shows it, and the preconditions clients make of it (RFC 9110, section 13). */
import { Problem } from '../problems.ts';

export function etagOf(version: number): string {
  return `"${version}"`;
}

/**
 * Returns the tag of a compressed answer: different bytes need a different tag, although both mean the same version.
 */
function packed(own: string): string {
  return own.replace(/"$/, '-gzip"');
}

function names(tag: string, version: number): boolean {
  return isSame(tag, etagOf(version));
}

function isSame(tag: string, own: string): boolean {
  return tag === own || tag === packed(own);
}

/**
 * Tags in an `If-Match` or `If-None-Match` header, with quotes and without `W/`. Both headers compare weakly. RFC 9110
 * requires strong comparison for `If-Match`, but proxies weaken tags when they compress, and a tag here is always a
 * version.
 */
export type EntityTags = '*' | readonly string[];

/** List of entity tags; empty elements between commas are allowed and skipped (RFC 9110, section 5.6.1). */
const LIST =
  /^[ \t,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:[ \t]*,[ \t,]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*[ \t,]*$/;
const EACH = /"[^"]*"/g;

export function parseEntityTags(header: 'If-Match' | 'If-None-Match', value: string): EntityTags | Problem {
  if (value.trim() === '*') return '*';
  if (!LIST.test(value)) {
    const message = 'must be * or entity tags in quotes, such as "3" or "3", "4"';
    return new Problem('invalid_header', `${header} ${message}.`, { errors: [{ header, message }] });
  }
  return value.match(EACH)!;
}

/** Holds when the record is at one of the versions named. */
export function ifMatchHolds(tags: EntityTags, version: number): boolean {
  return tags === '*' || tags.some((tag) => names(tag, version));
}

/** Holds when the client does not have this version. */
export function ifNoneMatchHolds(tags: EntityTags, version: number): boolean {
  return tags !== '*' && !tags.some((tag) => names(tag, version));
}

/** Returns the tag in `tags` that matches the version; otherwise the version's own tag. */
export function matchingTag(tags: EntityTags | undefined, version: number): string {
  const matching = tags === undefined || tags === '*' ? undefined : tags.find((tag) => names(tag, version));
  return matching ?? etagOf(version);
}

/**
 * Returns the tag under which the client has the resource, for resources whose tag is no version; undefined if the
 * client does not have it.
 */
export function heldTag(tags: EntityTags, own: string): string | undefined {
  return tags === '*' ? own : tags.find((tag) => isSame(tag, own));
}

/** Preconditions of a request. */
export interface Preconditions {
  readonly ifMatch?: EntityTags;
  readonly ifNoneMatch?: EntityTags;
}

/** Checks the preconditions of a change. A read answers 304 instead if only `If-None-Match` fails. */
export function refusedBy({ ifMatch, ifNoneMatch }: Preconditions, version: number): Problem | undefined {
  if (ifMatch !== undefined && !ifMatchHolds(ifMatch, version)) return preconditionFailed('If-Match', version);
  if (ifNoneMatch !== undefined && !ifNoneMatchHolds(ifNoneMatch, version)) {
    return preconditionFailed('If-None-Match', version);
  }
  return undefined;
}

export function preconditionFailed(header: 'If-Match' | 'If-None-Match', version: number): Problem {
  const detail = `${header} does not hold: the record is at version ${etagOf(version)}. Read it again and repeat the request.`;
  return new Problem('precondition_failed', detail, { headers: { ETag: etagOf(version) } });
}
