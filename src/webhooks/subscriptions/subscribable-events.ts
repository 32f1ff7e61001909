/** Events to which a key may subscribe: the record types it may read, with their actions and the filter each offers. */
import type { Caller } from '../../accounts/caller.ts';
import { type Action, type RecordTypeName, recordTypes } from '../../catalogue/index.ts';

export interface SubscribableEvents {
  readonly entityType: RecordTypeName;
  readonly actions: readonly Action[];
  /** Type by which a subscription to this type may be filtered; null if it offers no filter. */
  readonly filterEntityType: RecordTypeName | null;
}

export function subscribableEvents(caller: Caller): SubscribableEvents[] {
  return recordTypes
    .filter(({ name, events }) => events.length > 0 && caller.permissions[name].read)
    .map(({ name, events, webhookFilter }) => ({
      entityType: name,
      actions: events,
      filterEntityType: webhookFilter?.entityType ?? null,
    }));
}
