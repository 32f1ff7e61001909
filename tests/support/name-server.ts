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

/** Addresses, no such name, or no answer at all. */
export type NameAnswer = string | readonly string[] | 'unknown' | 'silent';

const TYPE_A = 1;
const TYPE_AAAA = 28;

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

/** The question repeated, and the addresses of the family that was asked for. */
function reply(query: Buffer, end: number, type: number, answer: string | readonly string[]): Buffer {
  const known = answer !== 'unknown';
  const addresses = [answer].flat().map(bytesOf);
  const records = known ? addresses.filter(({ length }) => type === (length === 4 ? TYPE_A : TYPE_AAAA)) : [];
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, query.subarray(12, end), ...records.map((address) => recordOf(type, address))]);
}

function recordOf(type: number, address: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // Points to the name in the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(address.length, 10);
  return Buffer.concat([head, address]);
}

/** IPv6 must have one `::`. */
function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [start, end] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - start!.length - end!.length).fill('0');
  const groups = [...start!, ...zeros, ...end!].map((group) => group.padStart(4, '0'));
  return Buffer.from(groups.join(''), 'hex');
}
