/** JSON representation of a delivery, which answers the question "why did I not get it?". */
import type { Field } from '../../../catalogue/index.ts';
import type { Json } from '../../../lib/json.ts';
import { formatTimestamp } from '../../../lib/time.ts';
import { type Delivery, deliveryCauses, deliveryStates } from '../../delivery.ts';
import { errorClasses } from '../send/outcome.ts';

/** Returns the JSON text of a delivery. The attempts are stored as JSON already. */
export function stringifyDelivery(delivery: Delivery): string {
  const shown: { [property in Exclude<keyof Delivery, 'log'>]: Json } = {
    id: delivery.id,
    webhookId: delivery.webhookId,
    cause: delivery.cause,
    recordID: delivery.recordID,
    state: delivery.state,
    status: delivery.status,
    error: delivery.error,
    createdOn: shownTime(delivery.createdOn),
    processedDate: shownTime(delivery.processedDate),
    settledOn: shownTime(delivery.settledOn),
    nextAttemptOn: shownTime(delivery.nextAttemptOn),
    waitingSince: shownTime(delivery.waitingSince),
    repeats: delivery.repeats,
    resendOf: delivery.resendOf,
    recovery: delivery.recovery,
  };
  return `${JSON.stringify(shown).slice(0, -1)},"attempts":[${delivery.log}]}`;
}

function shownTime(time: number | null): string | null {
  return time === null ? null : formatTimestamp(time);
}

/**
 * Fields by which lists of deliveries are filtered and ordered. All values of the enums and ids equal their folded
 * form.
 */
export const listableDeliveries = {
  properties: new Map<string, Field>(
    Object.entries({
      id: { kind: 'int' },
      webhookId: { kind: 'text', max: 60 },
      cause: { kind: 'enum', values: deliveryCauses },
      recordID: { kind: 'int' },
      state: { kind: 'enum', values: deliveryStates },
      status: { kind: 'int', nullable: true },
      error: { kind: 'enum', values: errorClasses, nullable: true },
      createdOn: { kind: 'timestamp' },
      processedDate: { kind: 'timestamp' },
      settledOn: { kind: 'timestamp', nullable: true },
      nextAttemptOn: { kind: 'timestamp', nullable: true },
      waitingSince: { kind: 'timestamp', nullable: true },
      repeats: { kind: 'int', nullable: true },
      resendOf: { kind: 'int', nullable: true },
      recovery: { kind: 'int', nullable: true },
      attempts: { kind: 'list', items: {} },
    } satisfies Record<Exclude<keyof Delivery, 'log'> | 'attempts', Field>),
  ),
  key: 'id',
  deletable: false,
} as const;
