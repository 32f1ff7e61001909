/** A JSON Patch document, read from a body; or the refusal of one that is none, which points into the document. */
import type { Json } from '../../lib/json.ts';
import { type Patch, parsePatch } from '../../lib/json-patch.ts';
import { Problem } from '../../problems.ts';

export interface PatchLimits {
  readonly operations: number;
  readonly depth: number;
}

export function readPatchDocument(body: Json, limits: PatchLimits): Patch | Problem {
  const parsed = parsePatch(body, limits);
  if (parsed.ok) return parsed.patch;
  const { at: pointer, message } = parsed;
  return new Problem('invalid_patch', `The patch document is not valid: ${message}.`, {
    errors: [{ pointer, message }],
  });
}
