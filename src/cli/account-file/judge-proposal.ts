/** Validates an imported proposal against what the service would have written. */
import { proposalStates, writeOperations } from '../../approvals/proposal.ts';
import type { JsonObject } from '../../lib/json.ts';
import { authorKinds } from '../../records/store.ts';
import type { RowValue } from '../../storage/transfer/account-rows.ts';
import { isID, isLonger, isObject, isTime, jsonOf, type Row, typeOf } from './row-values.ts';

export function faultOfProposal(row: Row, newest: number): string | undefined {
  const { id, plan, plan_title, plan_size, place, state, type, record_id, operation, base_version, by_kind } = row;
  if (!isID(id) || (id as number) > newest) return `has the id ${id}, beyond the counter`;
  if (!proposalStates.includes(state as never)) return `has a state that does not exist: ${state}`;
  if (typeOf(type) === undefined) return `is about a record type that does not exist: ${type}`;
  if (!writeOperations.includes(operation as never)) return `asks for something that does not exist: ${operation}`;
  if ((operation === 'create') !== (base_version === null)) return 'says of no record what it was proposed on';
  if (record_id === null ? operation !== 'create' : !isID(record_id)) return 'is about no record';
  if ((plan === null) !== (plan_title === null) || (plan !== null && !isID(plan))) return 'has half of a plan';
  if (!isID(plan_size) || !isID(place) || (place as number) > (plan_size as number)) return 'has no place in its plan';
  if (!authorKinds.includes(by_kind as never)) return `was made by nobody that there is: ${by_kind}`;
  const texts = [plan_title, row.reason, row.by_id, row.by_name, row.works_for, row.comment, row.decided_by];
  if (texts.some((text) => isLonger(text, 10_000))) return 'has a text that is too long';
  if (![row.created_on, row.expires_on, row.decided_on ?? 0].every(isTime)) return 'has a time that cannot be';
  const waits = state === 'pending' || state === 'expired';
  if (waits !== (row.decided_on === null)) return `is ${state}, which its times contradict`;
  if ((row.base === null) !== (base_version === null)) return 'says half of what it was proposed on';
  if (row.made_version !== null && !isID(row.made_version)) return 'has made a version that cannot be';
  if (state === 'approved' && [row.made_version, record_id, row.decided_by].includes(null))
    return 'is approved, but not by anybody or without a change';
  const documents = [row.write, row.base ?? '{}', row.decided_by ?? '{}', row.outcome ?? '{}'];
  if (!documents.every((text) => isObject(jsonOf(text)))) return 'holds something that is no JSON';
  if (!isWrite(row)) return 'asks for something else than what it says';
  return isOutcome(jsonOf(row.outcome ?? '{}') as JsonObject) ? undefined : 'has an outcome that is none';
}

/** True if the write performs the operation on the record that the proposal shows. */
function isWrite({ operation, record_id, write }: Row): boolean {
  const asked = jsonOf(write) as JsonObject;
  const names = Object.keys(asked).sort().join();
  return operation === 'create' ? names === 'create' : names === WRITES.get(operation) && asked.id === record_id;
}
const WRITES: ReadonlyMap<RowValue | undefined, string> = new Map([
  ['patch', 'id,patch'],
  ['delete', 'delete,id'],
]);

function isOutcome({ changed = [], events = [], deliveries = [], refusal = null }: JsonObject): boolean {
  const isRefusal = refusal === null || (isObject(refusal) && typeof (refusal as JsonObject).detail === 'string');
  return isRefusal && [changed, events, deliveries].every(Array.isArray);
}

/** True if the text is the API response to a request for proposals: one proposal, or the steps of a plan. */
export function showsProposals(first: RowValue | undefined, text: RowValue | undefined): boolean {
  const shown = [jsonOf(text)].flat();
  const areShown = !isLonger(text, MAX_SHOWN) && shown.length > 0 && shown.every(isObject);
  return areShown && (shown[0] as { id?: unknown }).id === first;
}
/** Maximum length of the response, which may contain a whole record or many steps. */
const MAX_SHOWN = 16 * 1024 * 1024;
