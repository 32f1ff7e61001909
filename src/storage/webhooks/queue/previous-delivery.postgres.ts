/** What was sent of a record before, as one value of a row: for those who ask for several things at once. */

import type { SentBefore } from '../../../webhooks/delivery/settle/suppression.ts';
import { lastMark } from '../../../webhooks/delivery/settle/target-mark.ts';
import type { Cause, DeliveryState } from '../../../webhooks/delivery.ts';

export type SentRow = readonly [
  id: number,
  cause: Cause,
  state: DeliveryState,
  hash: string | null,
  processedOn: number,
  target: string,
];

/** Of a delivery and the change it tells of, by the names that they have in the statement. */
export const sentRow = (delivery: string, change: string) =>
  `json_build_array(${delivery}.id, ${delivery}.cause, ${delivery}.state, ${change}.content_hash, ${delivery}.processed_on, ${lastMark(delivery)})`;

export function sentBeforeOf([delivery, cause, state, contentHash, processedOn, target]: SentRow): SentBefore {
  return { delivery, cause, state, contentHash, processedOn, target };
}
