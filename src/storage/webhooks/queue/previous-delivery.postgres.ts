/** Packs an earlier delivery of a record into one value of a row, for statements that read several things at once. */

import type { PreviousDelivery } from '../../../webhooks/delivery/settle/suppression.ts';
import { lastTargetHashSql } from '../../../webhooks/delivery/settle/target-hash.ts';
import type { DeliveryCause, DeliveryState } from '../../../webhooks/delivery.ts';

export type PreviousDeliveryRow = readonly [
  id: number,
  cause: DeliveryCause,
  state: DeliveryState,
  hash: string | null,
  processedOn: number,
  target: string,
];

/** SQL for a delivery and its change as one JSON array; the parameters are their aliases in the statement. */
export const previousDeliverySql = (delivery: string, change: string) =>
  `json_build_array(${delivery}.id, ${delivery}.cause, ${delivery}.state, ${change}.content_hash, ${delivery}.processed_on, ${lastTargetHashSql(delivery)})`;

export function previousDeliveryOf([
  delivery,
  cause,
  state,
  contentHash,
  processedOn,
  target,
]: PreviousDeliveryRow): PreviousDelivery {
  return { delivery, cause, state, contentHash, processedOn, target };
}
