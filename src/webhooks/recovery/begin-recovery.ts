/** Begins a recovery, or counts its events in a dry run; shared by all interfaces that offer it. */
import { Problem } from '../../problems.ts';
import { unknownSubscription } from '../refusals.ts';
import type { RecoveryRequest } from './parse-recovery-request.ts';
import type { Recovery, RecoveryCount } from './recovery.ts';
import type { RecoveryStore } from './store.ts';

export type BeginRecoveryResult = { readonly counted: RecoveryCount } | { readonly begun: Recovery };

/** Counts or begins a recovery. `id` is the subscription's. */
export async function beginRecovery(
  store: Pick<RecoveryStore, 'count' | 'begin'>,
  id: number,
  { wish, perSecond, dryRun }: RecoveryRequest,
  gone?: AbortSignal,
): Promise<BeginRecoveryResult | Problem> {
  if (dryRun) {
    const counted = await store.count(id, wish, gone);
    return counted === undefined || counted instanceof Problem ? (counted ?? unknownSubscription()) : { counted };
  }
  const begun = await store.begin(id, wish, perSecond);
  return begun === undefined || begun instanceof Problem ? (begun ?? unknownSubscription()) : { begun };
}
