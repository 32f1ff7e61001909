/** A line to the service on which files break off midway, until it is mended: what a browser gets when a service is killed or a proxy gives up. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Breaking {
  readonly url: string;
  mend(): void;
  stop(): void;
}

export async function startBreaking(service: string): Promise<Breaking> {
  let isBroken = true;
  const server = createServer((asked, answer) => {
    const { method, headers, url = '' } = asked;
    const isFile = url.includes('/Export?');
    const onward = request(service + url, { method: method!, headers }, (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers);
      if (!isFile || !isBroken) return reply.pipe(answer);
      // Some of it, and then nothing any more.
      reply.once('data', (piece: Buffer) => {
        reply.destroy();
        answer.write(piece.subarray(0, 20));
        // Not at once: the browser may give up what it has not handed on when the line is cut.
        setTimeout(() => answer.destroy(), 500);
      });
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mend: () => {
      isBroken = false;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
