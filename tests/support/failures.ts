/** A reporter for Node's test runner: the files in which something failed, or that failed as a whole, and the tests that did; a line of JSON each. */
import type { TestEvent } from 'node:test/reporters';

export type Failure = { readonly file: string } | { readonly test: string };

export default async function* failures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Set<string>();
  const tests: string[] = [];
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file !== undefined && !data.success) files.add(data.file);
    if (type !== 'test:fail') continue;
    // Of a file whose process died there is no summary: it counts as a test of its own that failed.
    if (data.file !== undefined && data.name === data.file) files.add(data.file);
    if (!isOfItsParts(data.details.error)) tests.push(data.name);
  }
  yield* [...files].map((file) => line({ file }));
  yield* tests.map((test) => line({ test }));
}

/** One that failed because a test in it did, which is told by itself. */
function isOfItsParts(error: object): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed';
}

function line(failure: Failure): string {
  return `${JSON.stringify(failure)}\n`;
}
