/** Where deliveries are kept from their arrival until they are worked off: a file of JSON lines. A large receiver has a table for it. */
import { Buffer } from 'node:buffer';
import { fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * A delivery as it is kept: its headers that matter, and its body.
 * @typedef {{ webhookId: string, entityType: string, action: string, body: {
 *   data: { ID: number, UpdatedOn: string, Name?: string, Status?: string }, submitter: string, processedDate: string } }} Stored
 */

/** @param {string} path */
export function openInbox(path) {
  const file = openSync(path, 'a');
  const text = readFileSync(path, 'utf8');
  // A line that is torn, because the process died while it wrote or the disk was full, was never answered: it comes again.
  let isTorn = text !== '' && !text.endsWith('\n');
  /** @type {Map<string, Stored>} */
  const waiting = new Map();
  const seen = new Set();
  /** By record: the newest state that was worked off. @type {Map<string, string>} */
  const newest = new Map();
  for (const line of text.split('\n').flatMap(parseLine)) {
    if ('done' in line) settle(line.done);
    else waiting.set(line.webhookId, line);
    seen.add('done' in line ? line.done : line.webhookId);
  }

  /** @param {string} webhookId */
  function settle(webhookId) {
    const delivery = waiting.get(webhookId);
    if (delivery === undefined) return;
    const { UpdatedOn } = delivery.body.data;
    if (UpdatedOn >= (newest.get(recordOf(delivery)) ?? '')) newest.set(recordOf(delivery), UpdatedOn);
    waiting.delete(webhookId);
  }

  /** Of what does not fit on the disk a part may be written, without an error. @param {string} line */
  function write(line) {
    const bytes = Buffer.from(`${isTorn ? '\n' : ''}${line}\n`);
    isTorn = true;
    if (writeSync(file, bytes) < bytes.length) throw new Error('The disk is full.');
    isTorn = false;
  }

  return {
    /** Whether a delivery of this webhook-id has been stored before. @param {string} webhookId */
    has: (webhookId) => seen.has(webhookId),
    /** On the disk when it returns. @param {Stored} delivery */
    store(delivery) {
      write(JSON.stringify(delivery));
      fsyncSync(file);
      seen.add(delivery.webhookId);
    },
    /** Should this be lost, the work is done once more. @param {string} webhookId */
    markDone: (webhookId) => write(JSON.stringify({ done: webhookId })),
    /** What was stored, in its order, and not marked as done when the last run ended. */
    pending: () => [...waiting.values()],
    /** By record: `UpdatedOn` of the newest state that was marked as done when the last run ended. */
    newest: () => new Map(newest),
  };
}

/** What a delivery is about. @param {Stored} delivery */
export function recordOf({ entityType, body }) {
  return `${entityType} ${body.data.ID}`;
}

/** @param {string} line */
function parseLine(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
