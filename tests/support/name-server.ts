// A real name server on loopback, over UDP: it knows what the test says, and keeps silent where the test wants it to.

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { TestContext } from 'node:test';

export interface NameServer {
  /** `address:port`, as settings name it. */
  readonly place: string;
  /** The names that were asked for, once for each kind of address. */
  readonly asked: string[];
}

/** An IPv4 address, no such name, or no answer at all. */
export type NameAnswer = string | 'unknown' | 'silent';

const TYPE_A = 1;

export async function startNameServer(
  t: Pick<TestContext, 'after'>,
  answerTo: (name: string) => NameAnswer | Promise<NameAnswer>,
): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', async (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    const answer = await answerTo(name);
    if (answer !== 'silent') socket.send(reply(query, end, type, answer), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  return { place: `127.0.0.1:${socket.address().port}`, asked };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** The question repeated, and one address where one was asked for. */
function reply(query: Buffer, end: number, type: number, answer: string): Buffer {
  const known = answer !== 'unknown';
  const answers = known && type === TYPE_A ? 1 : 0;
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(answers, 6);
  const record = Buffer.alloc(answers * 16);
  if (answers === 1) {
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(TYPE_A, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(4, 10);
    Buffer.from(answer.split('.').map(Number)).copy(record, 12);
  }
  return Buffer.concat([head, query.subarray(12, end), record]);
}
