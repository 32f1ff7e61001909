/** One wide line per attempt. The values of a subscription's headers and the rest of its address stay out: both hold secrets. */
import type { Log } from '../../kernel/log.ts';
import type { Head, Target, Written } from '../queue.ts';
import type { AttemptReport } from '../sending/outcome.ts';
import { keptText } from './kept-text.ts';

export interface AttemptMade {
  readonly target: Target;
  readonly head: Head;
  readonly report: AttemptReport;
  /** Undefined when somebody else had taken the lane over. */
  readonly written: Written | undefined;
}

export function logAttempt(log: Log, { target, head, report, written }: AttemptMade): void {
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
      host: keptText(hostOf(target.url)),
      ...(outcome.kind === 'answered'
        ? { status: outcome.status }
        : { error: outcome.error, reason: keptText(outcome.message) }),
      ...timings,
      state: settled?.state ?? 'taken over',
      ...(settled?.retry && { retryInMs: settled.retry.inMs }),
      ...(settled && !settled.standing.active && { deactivated: settled.standing.deactivateReason }),
    },
    'webhook attempt',
  );
}

/** A line that somebody should see: the subscription was switched off by the attempt, or is about to be. */
export function logNotice(log: Log, { target, written }: AttemptMade): void {
  const period = written?.settled.period;
  if (period === undefined || period.state === 'on') return;
  const { account, subscriptionID: subscription, entityType, action, url } = target;
  const words = period.state === 'off' ? 'webhook subscription switched off' : 'webhook subscription warned';
  log.warn({ account, subscription, entityType, action, host: keptText(hostOf(url)), why: period.why }, words);
}

/** Of an address that was read when it was given: what stands between `https://` and the path or the query. */
function hostOf(url: string): string {
  return /^https:\/\/([^/?#]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}
