/** A reporter for Node's test runner: the files in which something failed, or that failed as a whole, a line each. */
import type { TestEvent } from 'node:test/reporters';

export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failed = new Set<string>();
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file !== undefined && !data.success) failed.add(data.file);
    // Of a file whose process died there is no summary: it counts as a test of its own that failed.
    if (type === 'test:fail' && data.file !== undefined && data.name === data.file) failed.add(data.file);
  }
  for (const file of failed) yield `${file}\n`;
}
