/** Tool that explains why an event of a record was, or was not, delivered. */
import type { Json, JsonObject } from '../../../lib/json.ts';
import { Problem } from '../../../problems.ts';
import { fitItems, fitValue, restHint } from '../result-size.ts';
import { callRoute } from '../route-calls.ts';
import { integerSchema, type McpTool, objectSchema, type ToolContext, textSchema } from '../tool.ts';

export const explainDeliveryTool: McpTool = {
  name: 'explain_delivery',
  title: 'Why a webhook did, or did not, arrive',
  description:
    'Explains step by step what became of the events of a record for one webhook subscription of this key: the newest 20 changes of the last 30 days, or of the span that is named. Needs the area Webhooks.',
  input: objectSchema(
    {
      webhook: integerSchema('The id of the subscription.', 1, Number.MAX_SAFE_INTEGER),
      recordID: integerSchema('The record whose events were missed.', 1, Number.MAX_SAFE_INTEGER),
      webhookId: textSchema('Or the webhook-id of one event.', 100),
      from: textSchema('Of a record: only changes since this time, as 2026-01-30T10:00:00Z.', 40),
      to: textSchema('Of a record: only changes until this time.', 40),
    },
    ['webhook'],
  ),
  output: { explanations: { type: 'array' }, cut: { type: 'boolean' } },
  reads: true,
  run,
};

async function run(asking: ToolContext, given: JsonObject): Promise<JsonObject | Problem> {
  const { webhook, ...body } = given;
  const found = await callRoute(asking, 'explainWebhook', { parameters: { id: String(webhook) }, body });
  if (found instanceof Problem) return found;
  const all = found.data as Json[];
  // A single explanation is shown as completely as its size permits.
  const one = all.length === 1 ? fitValue(all[0]!) : undefined;
  const { items, fewer, cut } = one === undefined ? fitItems(all) : { items: [one.value], fewer: false, cut: one.cut };
  return {
    ...{ explanations: items as Json, cut: fewer || cut.length > 0 },
    ...restHint(
      fewer && 'Ask for a shorter span with from and to.',
      cut.length > 0 && 'Long values are cut: with its webhookId one event is shown whole.',
    ),
  };
}
