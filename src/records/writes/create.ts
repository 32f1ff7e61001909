/** POST: a body becomes a new record. */
import type { IdempotencyKey } from '../../accounts/idempotency.ts';
import type { RecordType } from '../../catalogue/index.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { Problem } from '../../problems.ts';
import type { Author, Change } from '../store.ts';
import { decideWrite } from './change.ts';
import { namedByBody, type RecordDraft } from './draft.ts';
import { awaitingOthers, validateAlone, validateWithOthers } from './judge.ts';
import { automaticNumber, numberNeeds } from './numbers.ts';
import { validateRecord } from './validate.ts';

export function createRecord(
  type: RecordType,
  body: Json,
  by: Author,
  options: { readonly idempotency?: IdempotencyKey } = {},
): Change | Problem {
  const after = validateRecord(type, body);
  if (after instanceof Problem) return after;
  const names = namedByBody(body as JsonObject);
  const draft: RecordDraft = { type, by, before: undefined, after, names, entered: undefined };
  const refusal = validateAlone(draft);
  if (refusal !== undefined) return refusal;
  const judged = awaitingOthers(draft, 'new', body as JsonObject);
  if (judged instanceof Problem) return judged;

  return {
    type: type.name,
    id: 'new',
    ...options,
    needs(_current, found, id) {
      return [...judged.needs, ...numberNeeds(type, after, id, found)];
    },
    decide(_current, found, moment) {
      const complete = validateWithOthers(judged, 'new', found);
      if (complete instanceof Problem) return { decision: 'refused', problem: complete };
      const number = automaticNumber(type, after, moment.id, found);
      if (number instanceof Problem) return { decision: 'refused', problem: number };
      return decideWrite(complete, moment, number === undefined ? {} : { Number: number });
    },
  };
}
