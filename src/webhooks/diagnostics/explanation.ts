/**
 * Explains why a change did not arrive, or how it did. Lists the steps from the change to the answer of the endpoint,
 * each with its evidence, up to the one that explains it. Pure: the facts are passed in.
 */
import { type Action, recordType } from '../../catalogue/index.ts';
import { formatTimestamp } from '../../lib/time.ts';
import type { Delivery } from '../delivery.ts';
import { findPeriodAt } from '../subscriptions/periods.ts';
import { parseFilterID } from '../subscriptions/subscription-filter.ts';
import { remedies } from './remedies.ts';
import type { ChangeAuthor, ExplanationFacts, PastChange, SentDelivery } from './store.ts';

/** Steps of an explanation, in this order. */
export const explanationSteps = [
  'changed',
  'event',
  'existed',
  'on',
  'filter',
  'own',
  'repeat',
  'turn',
  'sent',
] as const;
export type ExplanationStepName = (typeof explanationSteps)[number];

export interface ExplanationStep {
  readonly step: ExplanationStepName;
  /** Result of the step. Null if it is not known, or if the step failed but the change was sent later. */
  readonly ok: boolean | null;
  /** A sentence. */
  readonly evidence: string;
  /** Remedy; null if none is needed. */
  readonly fix: string | null;
}

export interface Explanation {
  readonly change: { readonly version: number; readonly at: number; readonly by: ChangeAuthor } | null;
  /** Steps; the last one explains the result. */
  readonly steps: readonly ExplanationStep[];
  readonly delivery: Delivery | null;
}

export interface ExplanationContext {
  /** Returns the name of a record of the filter's type; undefined if it is not known. */
  readonly nameOf: (id: number) => string | undefined;
  /** Time span of the query; undefined for one event. */
  readonly span: { readonly from: number; readonly to: number } | undefined;
}

export function explain(facts: ExplanationFacts, words: ExplanationContext): Explanation[] {
  if (facts.alone !== undefined) return [explainAlone(facts, facts.alone)];
  if (facts.changes.length === 0) return [unchanged(facts, words)];
  return facts.changes.map((change) => {
    const { version, on, by, sent } = change;
    const steps = stepsOf(facts, change, words);
    return { change: { version, at: on, by }, steps: untilExplained(steps), delivery: sent?.delivery ?? null };
  });
}

/** Returns the steps up to the first that failed; later steps have no meaning. */
function untilExplained(steps: Iterable<ExplanationStep>): ExplanationStep[] {
  const told: ExplanationStep[] = [];
  for (const step of steps) {
    told.push(step);
    if (step.ok === false) break;
  }
  return told;
}

function* stepsOf(facts: ExplanationFacts, change: PastChange, words: ExplanationContext): Generator<ExplanationStep> {
  yield changed(change);
  yield event(facts, change);
  yield existed(facts, change);
  yield wasOn(facts, change);
  yield filter(facts, change, words);
  yield* sending(facts, change.sent);
}

/** Yields the steps of a delivery, as far as it got. */
function* sending(facts: ExplanationFacts, sent: SentDelivery | undefined): Generator<ExplanationStep> {
  if (sent === undefined) {
    yield neverSent(facts);
    return;
  }
  yield own(sent.delivery);
  yield repeat(sent);
  yield sentBefore(turn(facts, sent.delivery), sent);
  yield sentBefore(answered(facts, sent.delivery), sent);
}

/** Adds to a failed step that an earlier delivery of the same change arrived. */
function sentBefore(step: ExplanationStep, { arrived }: SentDelivery): ExplanationStep {
  if (step.ok !== false || arrived === null) return step;
  const { id, settledOn } = arrived;
  const before = `It had arrived before, with delivery ${id} on ${formatTimestamp(settledOn!)}.`;
  return { ...step, evidence: `${step.evidence} ${before}` };
}

/** Explains a missing delivery when all known facts require one. */
function neverSent({ subscription: { entityType } }: ExplanationFacts): ExplanationStep {
  const none = 'The log of the subscription has no delivery of it:';
  const forgotten = 'settled ones are kept for a time only.';
  if (recordType(entityType).webhookFilter === undefined) {
    return no('turn', `${none} ${forgotten}`, 'Ask for the record itself, or for the change in GET /api/Changes.');
  }
  const evidence = `${none} the filter was another then, or it is forgotten, as ${forgotten}`;
  return no('turn', evidence, MISSED_FIX);
}

function unchanged({ recordID, subscription, last }: ExplanationFacts, { span }: ExplanationContext): Explanation {
  const when = span === undefined ? '' : ` between ${formatTimestamp(span.from)} and ${formatTimestamp(span.to)}`;
  const known =
    last === undefined
      ? 'The log of changes has none of it.'
      : `Its last change was version ${last.version}, on ${formatTimestamp(last.on)}, by ${nameOf(last.by)}.`;
  const evidence = `${subscription.entityType} ${recordID} did not change${when}. ${known}`;
  const fix = 'Look at GET /api/{Type}/{id}/History, or ask for another time.';
  return { change: null, steps: [no('changed', evidence, fix)], delivery: null };
}

/** Explains a test, or a delivery of a change that is no longer stored. */
function explainAlone(facts: ExplanationFacts, sent: SentDelivery): Explanation {
  const { cause, processedDate } = sent.delivery;
  const what =
    cause === 'test'
      ? 'It is a test: it tells of no change, and reaches a subscription that is off, too.'
      : `It told of a change on ${formatTimestamp(processedDate)}; the log no longer has that.`;
  const steps = untilExplained([yes('changed', what), ...sending(facts, sent)]);
  return { change: null, steps, delivery: sent.delivery };
}

function changed({ version, on, by, fields }: PastChange): ExplanationStep {
  const what = fields === null ? '' : fields.length === 0 ? '' : `: ${fields.join(', ')}`;
  return yes('changed', `Version ${version}, on ${formatTimestamp(on)}, by ${nameOf(by)}${what}.`);
}

function event({ subscription: { action } }: ExplanationFacts, { events }: PastChange): ExplanationStep {
  const made = events.length === 0 ? 'It made no event.' : `It made ${events.join(' and ')}.`;
  if (events.includes(action)) return yes('event', made);
  return no(
    'event',
    `${made} ${whenFired(action)}`,
    `Subscribe to ${events[0] ?? 'another action'} too, if you want to hear of it.`,
  );
}

function whenFired(action: Action): string {
  if (action === 'Created') return 'Created is made once, when the record is.';
  if (action === 'Updated') return 'Updated is made by every change of a record that exists.';
  return `${action} is made when the record enters that state by moving forward.`;
}

function existed({ subscription: { createdOn } }: ExplanationFacts, { on, sent }: PastChange): ExplanationStep {
  const evidence = `The subscription was made on ${formatTimestamp(createdOn)}`;
  // Clocks differ: what the change itself made is the better proof.
  if (createdOn <= on || madeByChange(sent)) return yes('existed', `${evidence}, before the change.`);
  return sentLater(no('existed', `${evidence}, after the change.`, MISSED_FIX), sent);
}

function madeByChange(sent: SentDelivery | undefined): boolean {
  return sent?.delivery.cause === 'event';
}

/** Marks a step that failed at first as irrelevant, because the change was sent later. */
function sentLater(step: ExplanationStep, sent: SentDelivery | undefined): ExplanationStep {
  if (sent === undefined) return step;
  const { recovery } = sent.delivery;
  const how = recovery === null ? 'It was sent again later.' : `Recovery ${recovery} took it up later.`;
  return { ...step, ok: null, evidence: `${step.evidence} ${how}`, fix: null };
}

function wasOn({ periods, subscription: { createdOn } }: ExplanationFacts, { on, sent }: PastChange): ExplanationStep {
  const period = findPeriodAt(periods, on);
  const ended = periods.find(({ beganOn }) => beganOn > on)?.beganOn;
  if (madeByChange(sent)) return yes('on', 'It was on: a delivery was made.');
  if (period === undefined) {
    const known = periods[0] === undefined ? '' : ` before ${formatTimestamp(periods[0].beganOn)}`;
    const evidence = createdOn > on ? 'It was not there yet.' : `Whether it was on${known} is not known.`;
    return { step: 'on', ok: null, evidence, fix: null };
  }
  const since = formatTimestamp(period.beganOn);
  if (period.state !== 'off')
    return yes('on', `It was on, since ${since}${period.why === null ? '' : `: ${period.why}`}`);
  const until = ended === undefined ? 'and still is' : `until ${formatTimestamp(ended)}`;
  const mend = 'Mend what the reason names, then POST /api/Webhooks/{id}/Reactivate.';
  const off = no('on', `It was off since ${since} ${until}: ${period.why}`, ended === undefined ? mend : MISSED_FIX);
  return sentLater(off, sent);
}

const MISSED_FIX = 'Ask for what was missed in GET /api/Changes, or have it recovered.';

function filter(
  { subscription }: ExplanationFacts,
  { filterValue, sent }: PastChange,
  { nameOf: called }: ExplanationContext,
): ExplanationStep {
  const { filterEntityType, filterConditionEntityID } = subscription;
  const name = (id: number | null) =>
    id === null ? 'none' : `${id}${called(id) === undefined ? '' : ` (${called(id)})`}`;
  if (filterConditionEntityID === null) return yes('filter', 'The subscription has no filter.');
  const wanted = parseFilterID(filterConditionEntityID);
  const had = `After the change the record had ${filterEntityType} ${name(filterValue)}`;
  if (wanted === filterValue) return yes('filter', `${had}, as the filter asks for.`);
  const asks = `the subscription, as it is now, asks for ${name(wanted)}`;
  if (sent !== undefined) return yes('filter', `${had}. A delivery was made, so the filter was another then: ${asks}.`);
  return no('filter', `${had}; ${asks}.`, 'Change the filter of the subscription, or make another one.');
}

function own({ state }: Delivery): ExplanationStep {
  if (state !== 'own') return yes('own', 'It is not left out as a change of your own.');
  const evidence = 'This key made the change itself, and the subscription leaves those out: includeOwn is false.';
  return no('own', evidence, 'To hear of your own changes, set includeOwn to true.');
}

function repeat({ delivery: { state, repeats }, repeatedOn }: SentDelivery): ExplanationStep {
  if (state !== 'suppressed') return yes('repeat', 'It was no repeat of what was sent before.');
  const when = repeatedOn === null ? '' : `, settled on ${formatTimestamp(repeatedOn)}`;
  const evidence = `It says the same as delivery ${repeats}${when}, less than 10 minutes before: you have it already.`;
  return no(
    'repeat',
    evidence,
    'To get it all the same, send it again: POST /api/Webhooks/{id}/Deliveries/{deliveryId}/Resend.',
  );
}

function turn(facts: ExplanationFacts, delivery: Delivery): ExplanationStep {
  const { id, state, log, nextAttemptOn } = delivery;
  if (state === 'dropped') return dropped(facts, delivery);
  if (state !== 'waiting' || attemptsIn(log).length > 0) return yes('turn', 'Its turn came.');
  const { head } = facts;
  // One with a higher number came later: this one has been settled since it was read.
  if (!facts.frozen && head !== null && head < id) {
    const evidence = `It waits behind delivery ${head} of the same record, which has not come to its end.`;
    return no('turn', evidence, `Look at delivery ${head}.`);
  }
  const held = heldUp(facts, delivery);
  if (held !== undefined) return no('turn', held.evidence, held.fix);
  const due = nextAttemptOn === null ? '' : `, due since ${formatTimestamp(nextAttemptOn)}`;
  return no('turn', `It is the next of its record${due}, and is about to be sent.`, 'Look again in a moment.');
}

/** Returns what prevents the next delivery of a record from being sent or retried; undefined if nothing does. */
function heldUp(
  { frozen, down }: ExplanationFacts,
  { cause }: Delivery,
): { evidence: string; fix: string } | undefined {
  if (frozen) {
    const evidence = 'The account is frozen: what waits is sent when it is thawed.';
    return { evidence, fix: 'Wait for the operator to thaw the account.' };
  }
  // A test is sent whatever is known of the endpoint.
  if (down === null || cause === 'test') return undefined;
  const [since, nextTry] = [formatTimestamp(down.since), formatTimestamp(down.nextTry)];
  const evidence = `It waits for its endpoint, which has been down since ${since} and is tried next on ${nextTry}.`;
  return {
    evidence,
    fix: 'Look in the log of deliveries at what was answered: GET /api/Webhooks/{id}/Deliveries?state=waiting.',
  };
}

/**
 * Explains a dropped delivery. The cause is the period in which the subscription was off at that time, even if it is on
 * again, or the cancellation of its run.
 */
function dropped({ periods }: ExplanationFacts, { settledOn, recovery }: Delivery): ExplanationStep {
  const on = settledOn!;
  const off = periods.find(
    ({ state, beganOn }, n) => state === 'off' && beganOn <= on && on <= (periods[n + 1]?.beganOn ?? Infinity),
  );
  const what = `It was dropped on ${formatTimestamp(on)}`;
  if (off === undefined && recovery !== null) {
    const evidence = `${what}: recovery ${recovery}, which was to send it again, was cancelled.`;
    return no('turn', evidence, 'Send it again, or have it recovered.');
  }
  const evidence = `${what}: the subscription was switched off while it waited${off === undefined ? '' : ` (${off.why})`}.`;
  return no('turn', evidence, 'Mend what the reason names, switch it on, then send it again or have it recovered.');
}

function answered(facts: ExplanationFacts, delivery: Delivery): ExplanationStep {
  const { state, log, nextAttemptOn, settledOn } = delivery;
  const attempts = attemptsIn(log);
  const last = attempts.at(-1);
  const said =
    last === undefined
      ? 'Nothing is known of an attempt'
      : `Attempt ${last.attempt}, on ${last.startedOn}, ${outcomeOf(last)}`;
  if (state === 'succeeded') return yes('sent', `${said}.`);
  const remedy = remedies[last?.error ?? 'status'];
  if (state === 'waiting') {
    const held = heldUp(facts, delivery);
    const next = held?.evidence ?? `The next is due on ${formatTimestamp(nextAttemptOn!)}.`;
    return no('sent', `${said}. ${next}`, facts.frozen ? held!.fix : remedy);
  }
  return no('sent', `${said}. After ${attempts.length} it had failed, on ${formatTimestamp(settledOn!)}.`, remedy);
}

interface LoggedAttempt {
  readonly attempt: number;
  readonly startedOn: string;
  readonly status: number | null;
  readonly error: keyof typeof remedies | null;
  readonly message: string | null;
}

function attemptsIn(log: string): LoggedAttempt[] {
  return JSON.parse(`[${log}]`);
}

function outcomeOf({ status, error, message }: LoggedAttempt): string {
  return status === null ? `failed (${error}): ${message?.replace(/\.$/, '')}` : `was answered ${status}`;
}

function nameOf({ name, email }: ChangeAuthor): string {
  return name === null ? email : `${name} (${email})`;
}

function yes(step: ExplanationStepName, evidence: string): ExplanationStep {
  return { step, ok: true, evidence, fix: null };
}

function no(step: ExplanationStepName, evidence: string, fix: string): ExplanationStep {
  return { step, ok: false, evidence, fix };
}
