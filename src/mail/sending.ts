/**
 * Sends due emails one at a time. Each email is leased while it is being sent: several processes may send from one
 * database, and the emails of a crashed process go to the others. Failed attempts are retried with backoff until the
 * email expires. A pause is at most half of the remaining time, so that the recipient can still use the email.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/log.ts';
import type { Clock } from '../lib/time.ts';
import { type NoticeParts, sendAlertEmails } from './notices.ts';
import { type MailOutcome, SEND_MS, type Smtp } from './smtp.ts';
import type { ClaimedEmail, MailStore } from './store.ts';

export interface SendingParts {
  readonly store: MailStore;
  readonly smtp: Smtp;
  readonly clock: Clock;
  readonly log: Log;
}

export interface KeepSending extends SendingParts, NoticeParts {
  readonly everyMs: number;
  readonly noticesMs: number;
}

const LEASE_MS = 2 * SEND_MS;
const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 3_600_000;

/**
 * Sends emails and alerts in parallel: an invitation must not wait for an account that accepts no alert at the moment.
 */
export async function startMailSending(parts: KeepSending, stopped: AbortSignal): Promise<void> {
  await Promise.all([
    every(parts.noticesMs, () => sendAlertEmails(parts)),
    every(parts.everyMs, () => sendDue(parts, stopped)),
  ]);

  async function every(pauseMs: number, task: () => Promise<void>): Promise<void> {
    while (!stopped.aborted) {
      await task().catch(parts.onFailure);
      await sleep(pauseMs, undefined, { signal: stopped, ref: false }).catch(() => {});
    }
  }
}

/** Sends emails until none is due or the server is unreachable. */
export async function sendDue(parts: SendingParts, stopped?: AbortSignal): Promise<void> {
  const { store, clock } = parts;
  while (!stopped?.aborted) {
    const now = clock.now();
    const taken = await store.take(now, now + LEASE_MS);
    if (taken === undefined) return;
    const outcome = await sendOne(parts, taken);
    const isOver = await settle(parts, taken, outcome);
    if (!isOver && outcome.kind === 'failed' && outcome.status === undefined) return;
  }
}

async function sendOne({ smtp, clock }: SendingParts, { id, until, content }: ClaimedEmail): Promise<MailOutcome> {
  if (clock.now() >= until) return { kind: 'failed', status: undefined, code: 'too late' };
  if (content === 'altered') return { kind: 'refused', status: 0, code: content };
  if (content === 'unknown key') return { kind: 'failed', status: 0, code: content };
  return smtp.send(id, content);
}

/** Records the outcome; returns true if the email is finished (sent or dropped). */
async function settle(
  { store, clock, log }: SendingParts,
  { id, accountID, kind, tries, until }: ClaimedEmail,
  outcome: MailOutcome,
): Promise<boolean> {
  if (outcome.kind === 'sent') {
    await store.drop(id);
    log.info({ letter: id, account: accountID, kind, tries }, 'letter sent');
    return true;
  }
  const { status, code } = outcome;
  const now = clock.now();
  const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1), (until - now) / 2);
  if (outcome.kind === 'refused' || pause < FIRST_PAUSE_MS) {
    await store.drop(id);
    log.warn({ letter: id, account: accountID, kind, tries, status, code }, 'letter given up');
    return true;
  }
  await store.delay(id, now + Math.floor(pause));
  log.info({ letter: id, account: accountID, kind, tries, status, code }, 'letter not sent yet');
  return false;
}
