/** Several figures in one answer: each is there or says alone why it is not. */
import { Problem } from '../problems.ts';

/** The JSON object of the figures by name. A figure alone that fails is the answer. */
export async function partsOf<Name extends string>(
  names: readonly Name[],
  figure: (name: Name) => Promise<string | Problem>,
): Promise<string | Problem> {
  const found = await Promise.all(names.map(async (name) => [name, await figure(name)] as const));
  const [first] = found;
  if (found.length === 1 && first![1] instanceof Problem) return first![1];
  const parts = found.map(([name, text]) => `${JSON.stringify(name)}:${text instanceof Problem ? failed(text) : text}`);
  return `{${parts.join(',')}}`;
}

function failed({ code, status, title, detail }: Problem): string {
  return JSON.stringify({ problem: { code, status, title, detail } });
}
