import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { skipInterimResponses } from './interim-responses.ts';

const interim = fc
  .record({
    version: fc.constantFrom('1.1', '1.0'),
    status: fc.constantFrom(100, 102, 103, 199),
    reason: fc.constantFrom(' Continue', ' ', ''),
    headers: fc.constantFrom('', 'Link: </a>\r\n', 'A: b\r\nC: d\r\n'),
  })
  .map(({ version, status, reason, headers }) => `HTTP/${version} ${status}${reason}\r\n${headers}\r\n`);
const final = fc.constantFrom(
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  'HTTP/1.1 500 No\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'no HTTP at all, and long enough to tell',
);
const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 20 });

test('whatever interim answers come first, and however they are cut up, the final answer is what is read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(interim, { maxLength: 4 }), final, cuts, async (first, last, at) => {
      const socket = new PassThrough();
      const answers = skipInterimResponses(socket as unknown as Socket);
      answers.expectAnswer();
      assert.equal(await readInPieces(socket, pieces(first.join('') + last, at)), last);
      // The next answer on the same connection.
      answers.expectAnswer();
      assert.equal(await readInPieces(socket, pieces(first.join('') + last, at)), last);
    }),
    { numRuns: 300 },
  );
});

test('where no answer is expected nothing is taken out', async () => {
  const socket = new PassThrough();
  skipInterimResponses(socket as unknown as Socket);
  const text = 'HTTP/1.1 100 Continue\r\n\r\n';
  assert.equal(await readInPieces(socket, [text]), text);
});

test('an interim answer without end is shown once it is too long to wait for', async () => {
  const socket = new PassThrough();
  skipInterimResponses(socket as unknown as Socket).expectAnswer();
  assert.equal(await readInPieces(socket, ['HTTP/1.1 100 Continue\r\nX: ', 'x'.repeat(8_000)]), '');
  const shown = await readInPieces(socket, ['x'.repeat(9_000)]);
  assert.equal(shown.length, 'HTTP/1.1 100 Continue\r\nX: '.length + 17_000);
});

/** Reads as undici does: on every `readable`, until there is no more. */
async function readInPieces(socket: PassThrough, texts: readonly string[]): Promise<string> {
  let read = '';
  const onReadable = () => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) read += chunk;
  };
  socket.on('readable', onReadable);
  for (const text of texts) {
    socket.write(text);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.off('readable', onReadable);
  return read;
}

function pieces(text: string, cuts: readonly number[]): string[] {
  const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
  return places
    .slice(1)
    .map((end, at) => text.slice(places[at], end))
    .filter((piece) => piece !== '');
}
