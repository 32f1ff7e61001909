/**
 * Sends what is due, one letter after the other. A letter is leased while it is out: any number of processes may send from one database,
 * and one that dies leaves its letter to the others. What cannot be sent now is tried again with growing pauses for as long as it is worth it;
 * none is longer than half of what is left of that time, so that whoever gets it at last can still make use of it.
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

/** Letters and notices beside each other: whoever waits for an invitation does not wait for an account that takes no notice now. */
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

/** Until nothing is due, or the server cannot be reached. */
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

/** Whether the letter is done with. */
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
