/**
 * Previews a write: its effect on the record, the deliveries to subscribers, and a short fingerprint (`effect`) of
 * both.
 */
import type { RecordType } from '../catalogue/index.ts';
import { createYield } from '../lib/turns.ts';
import { Problem } from '../problems.ts';
import type { DryRunContext, RecordStore } from '../records/store.ts';
import { type DryRun, type DryRunRequest, dryRunOf } from '../records/writes/dry-run.ts';
import { effectOf } from '../records/writes/effect.ts';
import type { SubscriptionStore } from '../webhooks/store.ts';
import { type PreviewedDelivery, previewDelivery } from '../webhooks/subscriptions/delivery-preview.ts';
import { type IsPlanStamp, withoutPlanStamps } from './plan-stamps.ts';
import { changesWithStepReferences, type StepsByRecord } from './step-references.ts';

export type AudienceStore = Pick<SubscriptionStore, 'audience'>;

export interface Preview {
  readonly run: DryRun;
  readonly deliveries: readonly PreviewedDelivery[];
  /** Number of deliveries to subscriptions that the caller may not see. */
  readonly otherDeliveries: number;
  readonly effect: string;
}

/** Runs the dry run and previews it. `byKey` means that the caller is an API key that would make the change itself. */
export async function preview(
  records: Pick<RecordStore, 'rehearse'>,
  audience: AudienceStore,
  type: RecordType,
  asked: DryRunRequest,
  byKey: boolean,
): Promise<Preview | Problem> {
  const rehearsed = await records.rehearse([asked.change]);
  return rehearsed instanceof Problem ? rehearsed : previewDryRun(audience, type, asked, rehearsed[0]!, { byKey });
}

export interface PreviewParts {
  /** Records that steps of its plan create. The effect is the same whether they exist already or not. */
  readonly made?: StepsByRecord;
  /** Detects timestamps set by earlier steps, so that the effect does not depend on when those steps are made. */
  readonly isTheirs?: IsPlanStamp;
  /** True if an API key would make the change itself; false for a proposal, which a person approves. */
  readonly byKey?: boolean;
}

export async function previewDryRun(
  audience: AudienceStore,
  type: RecordType,
  asked: DryRunRequest,
  rehearsal: DryRunContext,
  { made = new Map(), isTheirs = async () => false, byKey = false }: PreviewParts,
): Promise<Preview | Problem> {
  const run = dryRunOf(type, asked, rehearsal);
  if (run instanceof Problem) return run;
  const { own, others } = await listeners(type, audience, run);
  const deliveries: PreviewedDelivery[] = [];
  const turn = createYield();
  for (const listener of own) {
    await turn();
    deliveries.push(previewDelivery(listener, { ...run.written!, now: run.now, byKey }));
  }
  const told = [deliveries.map(({ webhook, host, outcome }) => [webhook, host, outcome]), others];
  const lasting = changesWithStepReferences(type, await withoutPlanStamps(run.lasting, isTheirs), made);
  return { run, deliveries, otherDeliveries: others, effect: effectOf(type, { ...run, lasting }, told) };
}

async function listeners({ name }: RecordType, audience: AudienceStore, { recordID, events, written }: DryRun) {
  if (written === undefined || events.length === 0) return { own: [], others: 0 };
  return audience.audience({ type: name, recordID, actions: events, filterValue: written.filterValue });
}
