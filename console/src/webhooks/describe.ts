/** Descriptions of webhooks and of the events that trigger them. */
import { type Action, recordTypes } from '../../../src/catalogue/index.ts';

const singulars = new Map<string, string>(recordTypes.map(({ name, singular }) => [name, singular]));

/** Returns the singular name of a type: "work order" for WorkOrders. */
export function singularLabel(entityType: string): string {
  return singulars.get(entityType) ?? entityType;
}

/** Returns the name of an event: "Work order completed". */
export function eventLabel(entityType: string, action: string): string {
  const singular = singularLabel(entityType);
  return `${singular[0]!.toUpperCase()}${singular.slice(1)} ${done[action as Action] ?? action}`;
}

const done: Readonly<Record<Action, string>> = {
  Created: 'created',
  Updated: 'updated',
  Completed: 'completed',
  Cancelled: 'cancelled',
  Submitted: 'submitted',
  Sent: 'sent',
  PartiallyFulfilled: 'partly received',
};

/**
 * Returns the event and the filter of a webhook: "Work order completed, board Turnovers". `filterTitle` is undefined
 * while it is unknown.
 */
export function subjectLabel(
  { entityType, action, filterEntityType, filterConditionEntityID }: WebhookSubject,
  filterTitle?: string | undefined,
): string {
  const event = eventLabel(entityType, action);
  if (filterEntityType === null || filterConditionEntityID === null) return event;
  const kind = singularLabel(filterTypeOf(entityType) ?? filterEntityType);
  return `${event}, ${kind} ${filterTitle ?? filterConditionEntityID}`;
}

export interface WebhookSubject {
  readonly entityType: string;
  readonly action: string;
  readonly filterEntityType: string | null;
  readonly filterConditionEntityID: string | number | null;
}

/** Returns the record type that webhooks for this type can filter by. */
export function filterTypeOf(entityType: string): string | undefined {
  return recordTypes.find(({ name }) => name === entityType)?.webhookFilter?.entityType;
}

/** Returns a sentence that says when an event fires. */
export function eventTriggerText(entityType: string, action: string): string {
  const one = singularLabel(entityType);
  const article = /^([aeio]|u(?!s))/i.test(one) ? 'an' : 'a';
  switch (action) {
    case 'Created':
      return `Once, when ${article} ${one} is made.`;
    case 'Updated':
      return `On every change of ${article} ${one} that exists; deleting and restoring it are changes too.`;
    case 'PartiallyFulfilled':
      return `When some of what was ordered has come, and on each further part.`;
    case 'Sent':
      return `When the ${one} is sent to its vendor.`;
    case 'Submitted':
      return `When the ${one} is handed in.`;
    default:
      return `When ${article} ${one} becomes ${done[action as Action] ?? action} by moving forward; not when it is reopened.`;
  }
}

/** Returns the host of a URL: "hooks.example.com". */
export function hostOf(targetUrl: string): string {
  return /^https:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(targetUrl)?.[1]?.toLowerCase() ?? targetUrl;
}
