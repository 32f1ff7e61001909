/**
 * `mds webhooks recover`: resends events that a subscription did not receive, for operators. A running service sends
 * them.
 */
import { Problem } from '../problems.ts';
import { beginRecovery } from '../webhooks/recovery/begin-recovery.ts';
import { parseRecoveryRequest } from '../webhooks/recovery/parse-recovery-request.ts';
import {
  DELIVERIES_PER_SECOND,
  type RecoveryCount,
  recoverableOutcomes,
  renderRecovery,
} from '../webhooks/recovery/recovery.ts';
import { type Command, CommandFailure, type Given, UsageError } from './command.ts';
import { refusalInWords } from './in-words.ts';
import { accountOption, chosenAccount, shardOption, withShards } from './shard-choice.ts';
import { typed } from './typed.ts';
import { chosenSubscription, idOption } from './webhooks.ts';

const DAY_MS = 86_400_000;

export const webhooksRecover: Command = {
  words: 'webhooks recover',
  summary: 'Send again what a subscription did not get; a running service sends it, in order.',
  options: {
    ...accountOption,
    ...idOption,
    since: { value: 'ISO', doc: 'Events from then on.', required: true },
    until: { value: 'ISO', doc: 'Events until then; now by default.' },
    what: { value: recoverableOutcomes.join(','), doc: 'Which of them; all three by default.' },
    'newest-only': { doc: 'Of each record only the newest event.' },
    'per-second': { value: 'N', doc: `How many in a second; ${DELIVERIES_PER_SECOND.usual} by default.` },
    'dry-run': { doc: 'Send nothing; say how many there are.' },
    ...shardOption,
  },
  run: (given, { settings }) =>
    withShards(settings, async (shards) => {
      const { shard, account, subscription } = await chosenSubscription(await chosenAccount(shards, given), given);
      const asked = parseRecoveryRequest(bodyOf(given));
      if (asked instanceof Problem) throw new UsageError(refusalInWords(asked));
      const store = shard.recoveries(account, undefined, settings.MDS_DELIVERY_DAYS * DAY_MS);
      const begun = await beginRecovery(store, subscription.id, asked);
      if (begun instanceof Problem) throw new CommandFailure(begun.detail);
      return 'counted' in begun ? begun.counted : renderRecovery(begun.begun);
    }),
  show: (result: RecoveryCount | { readonly id: number }) =>
    'id' in result
      ? `Recovery ${result.id} has begun. How far it is: ${typed('webhooks show --account ID --id N')}`
      : `${result.total} events: ${Object.entries(result.by ?? {})
          .map(([what, count]) => `${count} ${what}`)
          .join(', ')}`,
};

/** Returns the request body in the form that the API accepts. */
function bodyOf(given: Given) {
  const pace = given.value('per-second');
  return {
    since: given.required('since'),
    until: given.value('until') ?? null,
    what: (given.value('what') ?? recoverableOutcomes.join(',')).split(','),
    newestOnly: given.flag('newest-only'),
    perSecond: pace === undefined ? null : Number(pace),
    dryRun: given.flag('dry-run'),
  };
}
