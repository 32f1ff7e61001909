/** What is measured: each case is a kind of request, made anew for every call so that no answer is a repeat. */
import type { LoadOrder } from './load.ts';

export const cases = ['get one', 'list 25', 'list 25 ordered', 'patch'] as const;
export type Case = (typeof cases)[number];

/** The least share of the ceiling each case must reach. */
export const targets: Readonly<Record<Case, number>> = {
  'get one': 0.4,
  'list 25': 0.3,
  'list 25 ordered': 0.3,
  patch: 0.2,
};

/** Tasks the patches go to: few enough to stay in the cache, many enough that they seldom wait for each other. */
const PATCHED = 5000;

export function requestMaker(order: Pick<LoadOrder, 'case' | 'credentials' | 'tasks'>): () => Buffer {
  const headers = Object.entries({ Host: 'localhost', ...order.credentials })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const get = (path: string) => Buffer.from(`GET ${path} HTTP/1.1\r\n${headers}\r\n`);
  const anyTask = () => 1 + Math.floor(Math.random() * order.tasks);
  let made = 0;
  switch (order.case) {
    case 'get one':
      return () => get(`/api/Tasks/${anyTask()}`);
    case 'list 25':
      return () => get(`/api/Tasks?AssetID=${1 + (made++ % 600)}`);
    case 'list 25 ordered':
      return () => get(`/api/Tasks?orderby=DueOn%20Desc&skip=${(made++ % 40) * 25}`);
    case 'patch':
      return () => {
        const body = `[{"op":"replace","path":"/Description","value":"Checked and noted, reading ${made++} of ${process.pid}"}]`;
        const id = 1 + (made % Math.min(PATCHED, order.tasks));
        return Buffer.from(
          `PATCH /api/Tasks/${id} HTTP/1.1\r\n${headers}Content-Type: application/json-patch+json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
      };
  }
}
