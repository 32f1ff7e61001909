/**
 * Validates all rows other than records against what the service would have written. Texts need no check: the line
 * parser has already validated them.
 */
import { refuseName } from '../../accounts/name.ts';
import { MAX_PREVIOUS } from '../../accounts/previous-secrets.ts';
import { roles } from '../../accounts/roles.ts';
import { areas } from '../../catalogue/index.ts';
import type { Json } from '../../lib/json.ts';
import { actorKinds, auditWhats } from '../../people/audit.ts';
import { MAX_KEY, MAX_NAME, PASSKEY_ID } from '../../people/passkey.ts';
import { PHC } from '../../people/passwords.ts';
import { isWebConsole, NO_SECRET, webConsoleID } from '../../people/person.ts';
import { PREVIOUS_SECRET_COLUMNS, parseEarlierSecrets } from '../../storage/accounts/integration-row.ts';
import type { RowValue, ServiceTable } from '../../storage/transfer/account-rows.ts';
import { HOUR_RING_SIZE } from '../../storage/webhooks/delivery-hours.ts';
import {
  type CheckedSubscriptionRow,
  validateSubscriptionRow,
} from '../../storage/webhooks/subscriptions/validate-subscription-row.ts';
import { periodStates } from '../../webhooks/subscriptions/periods.ts';
import { parseSigningSecrets } from '../../webhooks/subscriptions/signing-secrets.ts';
import type { AccountFileState } from './judge.ts';
import { faultOfChange, recordOf } from './judge-change.ts';
import { faultOfDelivery } from './judge-delivery.ts';
import { faultOfProposal, showsProposals } from './judge-proposal.ts';
import { faultOfRecovery } from './judge-recovery.ts';
import {
  HASH,
  isAddress,
  isCount,
  isID,
  isLonger,
  isName,
  isObject,
  isTime,
  jsonOf,
  type Row,
  typeOf,
} from './row-values.ts';

type Judge = (row: Row, known: AccountFileState) => string | undefined;

export const serviceJudges: Record<ServiceTable, Judge> = {
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
    const fault = validateSubscriptionRow({ ...row, headers: row.sealed_headers } as unknown as CheckedSubscriptionRow);
    if (fault !== undefined) return `${id}: ${fault}`;
    if (row.signing_secrets !== null && parseSigningSecrets(row.signing_secrets as string) === undefined)
      return `${id}: its signing secrets are none`;
    if (active === (deactivate_reason !== null)) return `${id}: whether it is on and the reason contradict`;
    if (isLonger(deactivate_reason, 1_000)) return `${id}: the reason it is off is too long`;
    if (!isCount(failures_in_a_row) || !isTime(created_on)) return `${id} has a count or a time that cannot be`;
    if (!isOutage(row)) return `${id}: what is known of its endpoint contradicts itself`;
    known.subscriptions.set(id as number, row.entity_type as string);
    if (active) known.subscriptionsOn.add(id as number);
    known.integrationsNamed.set(integration_id as string, `subscription ${id}`);
    return undefined;
  },

  subscription_periods({ subscription, began_on, state, why }, { subscriptions, lastPeriods }) {
    if (!subscriptions.has(subscription as number)) return `is of subscription ${subscription}, which does not exist`;
    if (!isTime(began_on) || !periodStates.includes(state as never)) return 'has a state or a time that cannot be';
    const [id, beganOn] = [subscription as number, began_on as number];
    if (beganOn >= (lastPeriods.get(id)?.beganOn ?? 0)) lastPeriods.set(id, { beganOn, isOff: state === 'off' });
    return isLonger(why, 1_000) ? 'has a reason that is too long' : undefined;
  },

  delivery_hours({ subscription, place, hour, ...counted }, { subscriptions }) {
    if (!subscriptions.has(subscription as number)) return `is of subscription ${subscription}, which does not exist`;
    if (!isCount(hour) || place !== (hour as number) % HOUR_RING_SIZE) return 'is of an hour that cannot be';
    const { ok, failed, suppressed, dropped, last_success_on, recent_ms } = counted;
    if (![ok, failed, suppressed, dropped].every(isCount)) return 'has a count that cannot be';
    if (!isTime(last_success_on ?? 0) || !/^[\d,]{0,400}$/.test(recent_ms as string))
      return 'has a time that cannot be';
    return undefined;
  },

  changes: faultOfChange,
  deliveries: faultOfDelivery,

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
    if (sizes.some((size) => size === 0 || size > MAX_KEY)) return 'has no key that could be one';
    if (!isCount(counter)) return 'has counted what cannot be';
    if (isLonger(name, MAX_NAME) || isLonger(transports, 200)) return 'has a text that is too long';
    return [created_on, last_used_on ?? 0].every(isTime) ? undefined : 'has a time that cannot be';
  },

  audit({ happened_on, what, by_kind, by_id, by_name, by_email, address, about, detail }) {
    if (!isTime(happened_on)) return 'has a time that cannot be';
    if (!auditWhats.includes(what as never)) return `tells of something that does not exist: ${what}`;
    if (!actorKinds.includes(by_kind as never)) return `was done by nobody that there is: ${by_kind}`;
    if ([by_id, by_name, by_email, address, about].some((text) => isLonger(text, 1_000)))
      return 'has a text that is too long';
    const isDetail = detail === null || (isObject(jsonOf(detail)) && !isLonger(detail, 20_000));
    return isDetail ? undefined : 'has a detail that is none';
  },

  key_use({ integration_id, last_used_on, last_address, previous_calls, previous_used_on }, known) {
    known.integrationsNamed.set(integration_id as string, 'the last use of a key');
    if (!isCount(previous_calls)) return 'has counted what cannot be';
    if (isLonger(last_address, 1_000)) return 'has a text that is too long';
    return [last_used_on, previous_used_on ?? 0].every(isTime) ? undefined : 'has a time that cannot be';
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
    if ([id, api_key].some((name) => isWebConsole(name as string)) && !isBuiltIn(row, known.accountID))
      return 'passes for the built-in integration, which has no key';
    const hashes = previous_secret_hash === null ? [secret_hash] : [secret_hash, previous_secret_hash];
    if (!hashes.every((hash) => HASH.test(hash as string))) return 'has a secret that is no SHA-256';
    const earlier = parseEarlierSecrets(row.earlier_secrets as string | null);
    if (earlier === undefined || earlier.length >= MAX_PREVIOUS) return 'has earlier secrets that are none';
    const isThere = previous_secret_hash !== null;
    if (isThere !== (previous_valid_until !== null) || (!isThere && earlier.length > 0))
      return 'has half of a previous secret';
    if (!isAddress(row.submitter) || !isAddress(row.created_by)) return 'has an address that is no e-mail address';
    const ends = [previous_valid_until ?? 0, ...earlier.map(({ validUntil }) => validUntil)];
    if (![row.created_on, ...ends, row.revoked_on ?? 0].every(isTime)) return 'has a time that cannot be';
    known.integrations.add(id as string);
    return undefined;
  },
};

/**
 * True if the row is the built-in integration of this account and has no secret. The integration is not listed and
 * nobody can revoke it, so a secret would be a hidden way in. The built-in integration of another account belongs to
 * that account and is rejected.
 */
function isBuiltIn(row: Row, accountID: string): boolean {
  const { id, api_key, secret_hash } = row;
  const isKeyless =
    secret_hash === NO_SECRET.toString('hex') && PREVIOUS_SECRET_COLUMNS.every((name) => row[name] === null);
  return isKeyless && id === webConsoleID(accountID) && api_key === id;
}

function isUser(id: number, { records }: AccountFileState): boolean {
  return (records.get('Users')?.get(id) ?? 0) > 0;
}

function isOutage({ patience_ms, down_since, down_tries, down_record, next_try_on, refused_in_a_row }: Row): boolean {
  if (!isCount(down_tries) || !isCount(refused_in_a_row) || (down_record !== null && !isID(down_record))) return false;
  if (down_since === null || next_try_on === null) return down_since === next_try_on;
  return patience_ms !== null && isTime(down_since) && isTime(next_try_on);
}

/** Returns the response that is stored under an Idempotency-Key, or its fault. */
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

/** Checks a subscription as the API showed it to the key that created it, and would show it again. */
function shownSubscription(id: RowValue | undefined, text: RowValue | undefined) {
  const shown = jsonOf(text);
  const isOne = isObject(shown) && (shown as { id?: Json }).id === id && !isLonger(text, MAX_SHOWN);
  return isOne ? { shown } : 'has an answer that shows no subscription';
}
const MAX_SHOWN = 32 * 1024;
