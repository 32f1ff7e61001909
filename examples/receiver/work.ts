/**
 * What is done with deliveries once they are stored: here, a line is printed for each record that has changed. One record's
 * deliveries are worked off one after another, different records side by side.
 */
import type { Inbox, Stored } from './inbox.ts';

/** `add` returns at once. The work is such that doing it twice does no harm: it may be cut off before it is marked as done. */
export function makeWork(inbox: Inbox, print: (line: string) => void): { add(delivery: Stored): void } {
  /** By record: the end of the queue of what is to be done. */
  const queues = new Map<string, Promise<void>>();
  /** By record: the newest state that has been worked off. */
  const newest = new Map<string, string>();

  async function workOff({ webhookId, action, body }: Stored, record: string): Promise<void> {
    const { data, submitter } = body;
    // Deliveries leave in order, but one that had failed and is sent again by hand comes late, with an older state than ours.
    if (data.UpdatedOn < (newest.get(record) ?? '')) {
      print(`${record}: ${action}, older than what is known`);
    } else {
      newest.set(record, data.UpdatedOn);
      print(`${record}: ${action} by ${submitter}: ${[data.Name, data.Status].filter(Boolean).join(', ')}`);
    }
    inbox.markDone(webhookId);
  }

  return {
    add(delivery) {
      const record = `${delivery.entityType} ${delivery.body.data.ID}`;
      const before = queues.get(record) ?? Promise.resolve();
      const after = before
        .then(() => workOff(delivery, record))
        // Stays pending: the next run tries again.
        .catch((error: Error) => print(`${record}: ${error.message}`))
        .finally(() => queues.get(record) === after && queues.delete(record));
      queues.set(record, after);
    },
  };
}
