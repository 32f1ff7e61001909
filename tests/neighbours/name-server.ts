/** A name server (RFC 1035, over UDP) that knows one name, and lets every question for another one go unanswered. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface Known {
  readonly name: string;
  /** IPv4. */
  readonly address: string;
}

const HEADER_BYTES = 12;
const TYPE_A = 1;
/** A pointer to the name in the question, class IN, not to be kept, four bytes. */
const ANSWER_HEAD = Buffer.from('c00c00010001000000000004', 'hex');

/** Gives its address and port. */
export async function startNameServer(host: string, known: Known): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = questionOf(query);
    if (name !== known.name) return;
    socket.send(answerTo(query.subarray(0, end), known), from.port, from.address);
  });
  socket.bind(0, host);
  await once(socket, 'listening');
  return `${host}:${socket.address().port}`;
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  // Behind the name: its end, the type and the class.
  return { name: labels.join('.'), end: at + 5 };
}

/** There is an address of the fourth version, and none of the sixth. */
function answerTo(question: Buffer, { address }: Known): Buffer {
  const head = Buffer.from(question);
  const answers = head.readUInt16BE(head.length - 4) === TYPE_A ? 1 : 0;
  // An answer, recursion wanted and to be had; one question, so many answers, nothing else.
  head.writeUInt16BE(0x8180, 2);
  for (const [n, count] of [1, answers, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * n);
  if (answers === 0) return head;
  return Buffer.concat([head, ANSWER_HEAD, Buffer.from(address.split('.').map(Number))]);
}
