/** All items of a list, page after page, by following the `Link` header. */
import { type AnyRequest, type Connection, type OperationName, send, sendTo } from './request.ts';

const LARGEST_PAGE = 1000;

export async function* items(
  connection: Connection,
  name: OperationName,
  request: AnyRequest,
): AsyncGenerator<unknown> {
  const query = { take: LARGEST_PAGE, ...request.query };
  let page = await send(connection, name, { ...request, query });
  for (;;) {
    yield* page.data as unknown[];
    const next = nextOf(page.headers.get('link'));
    if (next === undefined) return;
    page = await sendTo(connection, 'GET', next, request);
  }
}

export function nextOf(link: string | null): string | undefined {
  return /<([^<>]*)>; rel="next"/.exec(link ?? '')?.[1];
}
