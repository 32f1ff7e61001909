/** Where deliveries are kept from their arrival until they are worked off: a file of JSON lines. A large receiver has a table for it. */
import { Buffer } from 'node:buffer';
import { fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** A delivery as it is kept: its headers that matter, and its body. */
export interface Stored {
  webhookId: string;
  entityType: string;
  action: string;
  body: {
    data: { ID: number; UpdatedOn: string; Name?: string; Status?: string };
    submitter: string;
    processedDate: string;
  };
}

export interface Inbox {
  /** Whether a delivery of this webhook-id has been stored before. */
  has(webhookId: string): boolean;
  /** On the disk when it returns. */
  store(delivery: Stored): void;
  markDone(webhookId: string): void;
  /** What was stored, in its order, and not marked as done when the last run ended. */
  pending(): Stored[];
}

type Line = Stored | { done: string };

export function openInbox(path: string): Inbox {
  const file = openSync(path, 'a');
  const text = readFileSync(path, 'utf8');
  // A line that is torn, because the process died while it wrote, was never answered: it comes again.
  if (text !== '' && !text.endsWith('\n')) write('');
  const waiting = new Map<string, Stored>();
  const seen = new Set<string>();
  for (const line of text.split('\n').flatMap(parseLine)) {
    if ('done' in line) waiting.delete(line.done);
    else waiting.set(line.webhookId, line);
    seen.add('done' in line ? line.done : line.webhookId);
  }

  function write(line: string): void {
    writeSync(file, Buffer.from(`${line}\n`));
  }

  return {
    has: (webhookId) => seen.has(webhookId),
    store(delivery) {
      write(JSON.stringify(delivery));
      fsyncSync(file);
      seen.add(delivery.webhookId);
    },
    // Should this be lost, the work is done once more.
    markDone: (webhookId) => write(JSON.stringify({ done: webhookId })),
    pending: () => [...waiting.values()],
  };
}

function parseLine(line: string): Line[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
