/** The records of one page, whichever way its text comes. */
import type { ListPage, RecordFields } from '../store.ts';

export async function recordsOn({ body }: Pick<ListPage, 'body'>): Promise<RecordFields[]> {
  return JSON.parse(await wholeText(body));
}

export async function wholeText(body: ListPage['body']): Promise<string> {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  let text = '';
  for await (const piece of body) text += piece;
  return text;
}
