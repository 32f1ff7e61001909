/** The rows beside the records, each by what the service would have written. Texts are sound: every line was read so. */
import { refuseName } from '../../accounts/name.ts';
import { roles } from '../../accounts/roles.ts';
import { areas, fieldsOf, findRecordType, type RecordType } from '../../catalogue/index.ts';
import { type Json, parseJson } from '../../kernel/json.ts';
import { actorKinds, auditWhats } from '../../people/audit.ts';
import { LONGEST_KEY, LONGEST_NAME, PASSKEY_ID } from '../../people/passkey.ts';
import { PHC } from '../../people/passwords.ts';
import { contentHash, MAX_RECORD_BYTES } from '../../records/change.ts';
import { EMAIL } from '../../records/field-values.ts';
import { readKept } from '../../records/kept-record.ts';
import { authorKinds } from '../../records/store.ts';
import type { RowValue, ServiceKind } from '../../storage/account-rows.ts';
import { actionsIn } from '../../storage/change-rows.ts';
import { PLACES } from '../../storage/delivery-hours.ts';
import { completed } from '../../storage/missing-fields.ts';
import { faultOfSubscription, type WishRow } from '../../storage/subscription-fault.ts';
import { causes, deliveryStates } from '../../webhooks/delivery.ts';
import { networkErrors } from '../../webhooks/sending/outcome.ts';
import { filterValueOf } from '../../webhooks/subscriptions/matching.ts';
import { periodStates } from '../../webhooks/subscriptions/periods.ts';
import { SAMPLE_ID } from '../../webhooks/subscriptions/sample.ts';
import { readSigningSecrets } from '../../webhooks/subscriptions/signing-secrets.ts';
import { IdSet } from './id-set.ts';
import type { Known } from './judge.ts';
import { faultOfProposal, showsProposals } from './judge-proposal.ts';
import { faultOfRecovery } from './judge-recovery.ts';

export type Row = Readonly<Record<string, RowValue>>;
type Judge = (row: Row, known: Known) => string | undefined;

export const serviceJudges: Record<ServiceKind, Judge> = {
  record_counters({ type, last_id }, { counters }) {
    if (typeOf(type) === undefined && type !== 'Webhooks' && type !== 'Proposals')
      return 'counts a record type that does not exist';
    if (counters.has(type as string)) return `counts ${type} twice`;
    if (!isID(last_id) && last_id !== 0) return `counts ${type} by something else than a whole number`;
    counters.set(type as string, last_id as number);
    return undefined;
  },

  idempotency_keys({ integration_id, key, fingerprint, type, record_id, version, created_on, text }, known) {
    if (!/^[\x21-\x7e]{1,255}$/.test(key as string)) return 'is no Idempotency-Key';
    if (!(fingerprint as string).length || (fingerprint as string).length > 100) return 'has no fingerprint';
    const answer = answerKept(type, record_id, version, text);
    if (typeof answer === 'string') return answer;
    if (!isTime(created_on)) return 'has no time of its own';
    const person = /^usr_(\d{1,16})$/.exec(integration_id as string)?.[1];
    if (person === undefined) known.integrationsNamed.set(integration_id as string, `the Idempotency-Key ${key}`);
    else if (!isUser(Number(person), known)) return `is that of user ${person}, who does not exist`;
    return undefined;
  },

  subscriptions(row, known) {
    const { id, integration_id, active, deactivate_reason, failures_in_a_row, created_on } = row;
    if (!isID(id) || (id as number) > (known.counters.get('Webhooks') ?? 0))
      return `has the id ${id}, beyond the counter`;
    if (known.subscriptions.has(id as number)) return `${id} is there twice`;
    const fault = faultOfSubscription({ ...row, headers: row.sealed_headers } as unknown as WishRow);
    if (fault !== undefined) return `${id}: ${fault}`;
    if (row.signing_secrets !== null && readSigningSecrets(row.signing_secrets as string) === undefined)
      return `${id}: its signing secrets are none`;
    if (active === (deactivate_reason !== null)) return `${id}: whether it is on and the reason contradict`;
    if (length(deactivate_reason) > 1_000) return `${id}: the reason it is off is too long`;
    if (!isCount(failures_in_a_row) || !isTime(created_on)) return `${id} has a count or a time that cannot be`;
    if (!isOutage(row)) return `${id}: what is known of its endpoint contradicts itself`;
    known.subscriptions.set(id as number, row.entity_type as string);
    known.integrationsNamed.set(integration_id as string, `subscription ${id}`);
    return undefined;
  },

  subscription_periods({ subscription, began_on, state, why }, { subscriptions }) {
    if (!subscriptions.has(subscription as number)) return `is of subscription ${subscription}, which does not exist`;
    if (!isTime(began_on) || !periodStates.includes(state as never)) return 'has a state or a time that cannot be';
    return length(why) <= 1_000 ? undefined : 'has a reason that is too long';
  },

  delivery_hours({ subscription, place, hour, ...counted }, { subscriptions }) {
    if (!subscriptions.has(subscription as number)) return `is of subscription ${subscription}, which does not exist`;
    if (!isCount(hour) || place !== (hour as number) % PLACES) return 'is of an hour that cannot be';
    const { ok, failed, suppressed, dropped, last_success_on, recent_ms } = counted;
    if (![ok, failed, suppressed, dropped].every(isCount)) return 'has a count that cannot be';
    if (!isTime(last_success_on ?? 0) || !/^[\d,]{0,400}$/.test(recent_ms as string))
      return 'has a time that cannot be';
    return undefined;
  },

  changes(row, known) {
    const { seq, type: name, record_id, version, committed_on, content_hash, traceparent, before, text } = row;
    const type = typeOf(name);
    if (type === undefined) return `is about a record type that does not exist: ${name}`;
    if (!isID(seq)) return 'has no number';
    if (!isID(record_id) || !isID(version)) return 'is about no version of a record';
    if (!isTime(committed_on)) return 'has a time that cannot be';
    const fault = faultOfAuthor(row) ?? faultOfEvents(type, row) ?? faultOfText(type, row);
    if (fault !== undefined) return fault;
    if (content_hash !== null && !HASH.test(content_hash as string)) return 'has a hash that is none';
    if (traceparent !== null && !TRACE.test(traceparent as string)) return 'has a traceparent that is none';
    if (before !== null && !isDelta(type, before)) return 'has values before that are none of its fields';
    if (before === null && text === null && version !== 1) return 'says nothing of what has changed';
    const ids = known.changes.get(type.name) ?? new IdSet();
    known.changes.set(type.name, ids);
    return ids.add(seq as number) ? undefined : `${seq} is there twice`;
  },

  deliveries(row, known) {
    const { id, subscription, record_id, change_seq, webhook_id, cause, state } = row;
    if (!isID(id) || !known.deliveries.add(id as number)) return 'has no number, or one that is there twice';
    const type = known.subscriptions.get(subscription as number);
    if (type === undefined) return `is for subscription ${subscription}, which does not exist`;
    if (!isID(record_id)) return 'is about no record';
    if (!/^msg_[0-9a-f]{32}$/.test(webhook_id as string)) return 'has a webhook-id that is none of ours';
    if (!causes.includes(cause as never)) return `has a cause that does not exist: ${cause}`;
    if (!deliveryStates.includes(state as never)) return `has a state that does not exist: ${state}`;
    if (!isCount(change_seq)) return 'is about no change';
    const fault = row.sample === null ? undefined : faultOfSample(row);
    if (fault !== undefined) return fault;
    if (row.recovery !== null && !isID(row.recovery)) return 'is of a recovery that is none';
    // What is settled may be kept longer than its change.
    if (state === 'waiting' && row.sample === null && !known.changes.get(type)?.has(change_seq as number)) {
      return 'waits, but what it is to tell is not there';
    }
    return faultOfProgress(row);
  },

  recoveries(row, known) {
    const { subscription, id } = row;
    if (!known.subscriptions.has(subscription as number))
      return `is of subscription ${subscription}, which does not exist`;
    const name = `${subscription} ${id}`;
    if (!isID(id) || known.recoveries.has(name)) return 'has no number, or one that is there twice';
    known.recoveries.add(name);
    return faultOfRecovery(row);
  },

  proposals(row, known) {
    const { id } = row;
    if (known.proposals.has(id as number)) return `${id} is there twice`;
    known.proposals.add(id as number);
    return faultOfProposal(row, known.counters.get('Proposals') ?? 0);
  },

  person_secrets({ user_id, password, changed_on }, known) {
    if (!isUser(user_id as number, known)) return `is that of user ${user_id}, who does not exist`;
    if (!PHC.test(password as string)) return 'is no password that is kept here';
    return isTime(changed_on) ? undefined : 'has a time that cannot be';
  },

  passkeys({ user_id, id, credential_id, public_key, counter, transports, name, created_on, last_used_on }, known) {
    if (!isUser(user_id as number, known)) return `is that of user ${user_id}, who does not exist`;
    if (!PASSKEY_ID.test(id as string)) return 'has no id';
    const sizes = [credential_id, public_key].map((bytes) => (bytes as string).length / 2);
    if (sizes.some((size) => size === 0 || size > LONGEST_KEY)) return 'has no key that could be one';
    if (!isCount(counter)) return 'has counted what cannot be';
    if (length(name) > LONGEST_NAME || length(transports) > 200) return 'has a text that is too long';
    return [created_on, last_used_on ?? 0].every(isTime) ? undefined : 'has a time that cannot be';
  },

  audit({ happened_on, what, by_kind, by_id, by_name, by_email, address, about, detail }) {
    if (!isTime(happened_on)) return 'has a time that cannot be';
    if (!auditWhats.includes(what as never)) return `tells of something that does not exist: ${what}`;
    if (!actorKinds.includes(by_kind as never)) return `was done by nobody that there is: ${by_kind}`;
    if ([by_id, by_name, by_email, address, about].some((text) => length(text) > 1_000))
      return 'has a text that is too long';
    const isDetail = detail === null || (isObject(jsonOf(detail)) && length(detail) <= 20_000);
    return isDetail ? undefined : 'has a detail that is none';
  },

  integrations(row, known) {
    const { id, name, role, api_key, secret_hash, previous_secret_hash, previous_valid_until } = row;
    if (!isName(id) || known.integrations.has(id as string)) return 'has no id, or one that is there twice';
    const refused = refuseName('integration', name as string);
    if (refused !== undefined) return refused.refused;
    if (!roles.includes(role as never)) return `has a role that does not exist: ${role}`;
    const held = row.areas === '' ? [] : (row.areas as string).split(',');
    const unknown = held.find((area, n) => !areas.includes(area as never) || held.indexOf(area) !== n);
    if (unknown !== undefined) return `has an area that does not exist, or twice: ${unknown}`;
    if (!isName(api_key)) return 'has no API key';
    const hashes = previous_secret_hash === null ? [secret_hash] : [secret_hash, previous_secret_hash];
    if (!hashes.every((hash) => HASH.test(hash as string))) return 'has a secret that is no SHA-256';
    if ((previous_secret_hash === null) !== (previous_valid_until === null)) return 'has half of a previous secret';
    if (!isAddress(row.submitter) || !isAddress(row.created_by)) return 'has an address that is no e-mail address';
    if (![row.created_on, previous_valid_until ?? 0, row.revoked_on ?? 0].every(isTime))
      return 'has a time that cannot be';
    known.integrations.add(id as string);
    return undefined;
  },
};

function isOutage({ patience_ms, down_since, down_tries, down_record, next_try_on, refused_in_a_row }: Row): boolean {
  if (!isCount(down_tries) || !isCount(refused_in_a_row) || (down_record !== null && !isID(down_record))) return false;
  if (down_since === null || next_try_on === null) return down_since === next_try_on;
  return patience_ms !== null && isTime(down_since) && isTime(next_try_on);
}

/** What was tried, when, and with what result: as far as the state says that there is any. */
function faultOfProgress(row: Row): string | undefined {
  const { state, attempts, due_on, waiting_since, created_on, processed_on, settled_on } = row;
  const { last_status, last_error, repeats, resend_of } = row;
  const waits = state === 'waiting';
  if (waits !== (due_on !== null) || waits !== (settled_on === null)) return `is ${state}, which its times contradict`;
  if (![due_on ?? 0, settled_on ?? 0, waiting_since ?? 0, created_on, processed_on].every(isTime))
    return 'has a time that cannot be';
  const most = state === 'suppressed' || state === 'own' ? 0 : MOST_ATTEMPTS;
  const least = state === 'succeeded' || state === 'failed' ? 1 : 0;
  if (!isCount(attempts) || (attempts as number) > most || (attempts as number) < least) {
    return `is ${state} after ${attempts} attempts`;
  }
  if (last_status !== null && !((last_status as number) >= 100 && (last_status as number) <= 999))
    return 'has no HTTP status';
  if (last_error !== null && ![...networkErrors, 'status'].includes(last_error as never))
    return 'has an error of no known kind';
  if (![repeats, resend_of].every((other) => other === null || isID(other))) return 'names no delivery';
  const log = jsonOf(`[${row.log}]`);
  const isLog = Array.isArray(log) && log.length <= (attempts as number) && log.every(isObject);
  return isLog && length(row.log) <= LONGEST_LOG ? undefined : 'has a log that is none';
}
/** A patient subscription tries for a week, about every hour, and at once when somebody changes it. */
const MOST_ATTEMPTS = 10_000;
const LONGEST_LOG = 4 * 1024 * 1024;

function recordOf(
  type: RowValue | undefined,
  id: RowValue | undefined,
  version: RowValue | undefined,
  text: RowValue | undefined,
) {
  const known = typeOf(type);
  if (known === undefined) return `is about a record type that does not exist: ${type}`;
  if (!isID(version)) return 'has a version that is not a whole number from 1';
  const kept = readKept(known, text as string);
  if ('fault' in kept) return `has a record that ${kept.fault}`;
  return kept.fields.ID === id
    ? { type: known, fields: kept.fields }
    : `is about record ${id}, but holds ${kept.fields.ID}`;
}

/** What was answered under an Idempotency-Key. */
function answerKept(
  type: RowValue | undefined,
  id: RowValue | undefined,
  version: RowValue | undefined,
  text: RowValue | undefined,
) {
  if (type === 'Webhooks') return shownSubscription(id, text);
  if (type === 'Proposals') return showsProposals(id, text) ? {} : 'has an answer that shows no proposal';
  return recordOf(type, id, version, text);
}

/** As the API showed it to the key that made it, and would show it once more. */
function shownSubscription(id: RowValue | undefined, text: RowValue | undefined) {
  const shown = jsonOf(text);
  const isOne = isObject(shown) && (shown as { id?: Json }).id === id && length(text) <= MAX_SHOWN;
  return isOne ? { shown } : 'has an answer that shows no subscription';
}
const MAX_SHOWN = 32 * 1024;

/** Made up by the service, without regard to what a record may hold. */
function faultOfSample({ record_id, sample }: Row): string | undefined {
  const kept = jsonOf(sample);
  if (record_id !== SAMPLE_ID || !isObject(kept) || length(sample) > 512 * 1024) return 'has a sample that is none';
  const { text, submitter, traceparent } = kept as { [name: string]: Json };
  const isSample = typeof text === 'string' && isObject(jsonOf(text)) && isAddress(submitter as RowValue);
  const isTraced = traceparent === null || (typeof traceparent === 'string' && TRACE.test(traceparent));
  return isSample && isTraced ? undefined : 'has a sample that is none';
}

function faultOfAuthor({ by_kind, by_id, by_name, submitter, approved_by }: Row): string | undefined {
  if (!authorKinds.includes(by_kind as never)) return `was made by nobody that there is: ${by_kind}`;
  if (by_id !== null && !isName(by_id)) return 'was made by somebody with an id that is none';
  if (length(by_name) > 200) return 'was made by somebody whose name is too long';
  if (!isAddress(submitter)) return 'has a submitter who is no e-mail address';
  const isApproved = approved_by === null || (isObject(jsonOf(approved_by)) && length(approved_by) <= 2_000);
  return isApproved ? undefined : 'was approved by somebody who is nobody';
}

function faultOfEvents(type: RecordType, { events, content_hash, filter_value }: Row): string | undefined {
  const actions = actionsIn(events as string);
  const unknown = actions.find((action, n) => !type.events.includes(action) || actions.indexOf(action) !== n);
  if (unknown !== undefined) return `has an event that is none of ${type.name}, or twice: ${unknown}`;
  if (actions.length > 0 && content_hash === null) return 'has events but no hash of what they tell';
  return filter_value === null || isID(filter_value) ? undefined : `has the filter value ${filter_value}`;
}

/** Texts are as they were in their time: they may lack fields that came later. */
function faultOfText(
  type: RecordType,
  { record_id, version, text, content_hash, filter_value }: Row,
): string | undefined {
  if (text === null) return undefined;
  const record = recordOf(type.name, record_id, version, completedIfPossible(type, text as string));
  if (typeof record === 'string') return record;
  const value = filterValueOf(type, record.fields);
  if (filter_value !== value) return `has the filter value ${filter_value}; its record says ${value}`;
  const isHash = content_hash === null || content_hash === contentHash(text as string);
  return isHash ? undefined : 'has a hash that is not that of its record';
}

function completedIfPossible(type: RecordType, text: string): string {
  try {
    return completed(type, text)?.text ?? text;
  } catch {
    return text;
  }
}

function isDelta(type: RecordType, before: RowValue | undefined): boolean {
  const values = jsonOf(before);
  if (!isObject(values) || length(before) > 2 * MAX_RECORD_BYTES) return false;
  return Object.keys(values as object).every((name) => name === '' || Object.hasOwn(fieldsOf(type), name));
}

function isUser(id: number, { records }: Known): boolean {
  return records.get('Users')?.has(id) === true;
}

function typeOf(name: RowValue | undefined): RecordType | undefined {
  const type = findRecordType(String(name));
  return type?.name === name ? type : undefined;
}

function jsonOf(text: RowValue | undefined): Json | undefined {
  const parsed = parseJson(text as string);
  return parsed.ok ? parsed.value : undefined;
}

const HASH = /^[0-9a-f]{64}$/;
const TRACE = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}/;
/** The end of the year 9999. */
const LAST_TIME = 253_402_300_799_999;

export function isID(value: RowValue | undefined): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
const isCount = (value: RowValue | undefined) => value === 0 || isID(value);
const isTime = (value: RowValue | undefined) => isCount(value) && (value as number) <= LAST_TIME;
const isName = (value: RowValue | undefined) => /^[\w-]{1,100}$/.test(value as string);
const isAddress = (value: RowValue | undefined) => length(value) <= 254 && EMAIL.test(value as string);
const isObject = (value: Json | undefined) => typeof value === 'object' && value !== null && !Array.isArray(value);
const length = (value: RowValue | undefined) => (typeof value === 'string' ? value.length : 0);
