/**
 * Logs one wide line per attempt. Omits the values of custom headers and all of the target URL except its host: both
 * hold secrets.
 */
import type { Log } from '../../../lib/log.ts';
import { formatTimestamp } from '../../../lib/time.ts';
import type { DeliveryTarget, Head, SettleResult } from '../../queue.ts';
import type { AttemptOutcome, AttemptReport } from '../send/outcome.ts';
import { truncateText } from './truncate-text.ts';

export interface SettledAttempt {
  readonly target: DeliveryTarget;
  readonly head: Head;
  readonly report: AttemptReport;
  /** Undefined if another worker had taken over the lane. */
  readonly written: SettleResult | undefined;
}

export function logAttempt(log: Log, { target, head, report, written }: SettledAttempt): void {
  const { outcome, timings } = report;
  const settled = written?.settled;
  log.info(
    {
      account: target.account,
      subscription: target.subscriptionID,
      delivery: head.delivery,
      webhookId: head.webhookId,
      traceparent: head.traceparent,
      entityType: target.entityType,
      action: target.action,
      record: head.record,
      cause: head.cause,
      attempt: head.attempt,
      host: truncateText(hostOf(target.url)),
      ...told(outcome),
      ...timings,
      state: settled?.state ?? 'taken over',
      ...(settled?.retry && { retryInMs: settled.retry.inMs }),
      ...(settled && !settled.standing.active && { deactivated: settled.standing.deactivateReason }),
    },
    'webhook attempt',
  );
}

/**
 * Logs a warning if the attempt switched the subscription off or put it close to that, or if its endpoint went down or
 * recovered.
 */
export function logStateChange(log: Log, { target, report, written }: SettledAttempt): void {
  const { period, turn } = written?.settled ?? {};
  const { account, subscriptionID: subscription, entityType, action, url } = target;
  const whose = { account, subscription, entityType, action, host: truncateText(hostOf(url)) };
  if (period !== undefined && period.state !== 'on') {
    const words = period.state === 'off' ? 'webhook subscription switched off' : 'webhook subscription warned';
    log.warn({ ...whose, why: period.why }, words);
  }
  if (turn !== undefined) {
    const words = turn.to === 'down' ? 'webhook endpoint is down' : 'webhook endpoint answers again';
    log.warn({ ...whose, since: formatTimestamp(turn.since), ...told(report.outcome) }, words);
  }
}

function told(outcome: AttemptOutcome) {
  if (outcome.kind === 'answered') return { status: outcome.status };
  return { error: outcome.error, reason: truncateText(outcome.message) };
}

/** Returns the part of a URL between `https://` and the path or query. The URL was validated when it was set. */
function hostOf(url: string): string {
  return /^https:\/\/([^/?#]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}
