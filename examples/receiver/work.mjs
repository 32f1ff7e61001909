/**
 * What is done with deliveries once they are stored: here, a line is printed for each record that has changed. One record's
 * deliveries are worked off one after another, different records side by side.
 */
import { recordOf } from './inbox.mjs';

/**
 * `add` returns at once. The work is such that doing it twice does no harm: it may be cut off before it is marked as done.
 * @param {ReturnType<typeof import('./inbox.mjs').openInbox>} inbox
 * @param {(line: string) => void} print
 */
export function makeWork(inbox, print) {
  /** By record: the end of the queue of what is to be done. @type {Map<string, Promise<unknown>>} */
  const queues = new Map();
  /** By record: the newest state that has been worked off, in this run or before it. */
  const newest = inbox.newest();

  /** @param {import('./inbox.mjs').Stored} delivery @param {string} record */
  async function workOff({ webhookId, action, body }, record) {
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
    /** @param {import('./inbox.mjs').Stored} delivery */
    add(delivery) {
      const record = recordOf(delivery);
      const before = queues.get(record) ?? Promise.resolve();
      const after = before
        .then(() => workOff(delivery, record))
        // Stays pending: the next run tries again.
        .catch((error) => print(`${record}: ${error.message}`))
        .finally(() => queues.get(record) === after && queues.delete(record));
      queues.set(record, after);
    },
  };
}
