/** Lists as files to be saved. It is the list itself, as CSV: a link cannot say what it accepts. */
import type { Answer, Arrival, Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { ACCOUNT } from './mounted.ts';

const LIST = /^\/api\/(\w+)$/;

export function exportRoutes(api: readonly Route[]): Route[] {
  return api
    .filter(({ method, path, needs }) => method === 'GET' && LIST.test(path) && needs.allowed === 'read')
    .map((route) => {
      const name = LIST.exec(route.path)![1]!;
      return {
        ...route,
        path: `${ACCOUNT}/${name}/Export`,
        operation: `consoleExport${name}`,
        placeOfKey: (arrival) => route.placeOfKey?.(asCsv(arrival)),
        handle: async (request) => {
          const answer = await route.handle(asCsv(request));
          return answer instanceof Problem ? answer : saved(answer, name);
        },
      };
    });
}

function asCsv<Asked extends Arrival>(asked: Asked): Asked {
  return { ...asked, headers: { ...asked.headers, accept: 'text/csv' } };
}

function saved(answer: Answer, name: string): Answer {
  return { ...answer, headers: { ...answer.headers, ...savedAs(name) } };
}

export function savedAs(name: string): Record<string, string> {
  return {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}.csv"`,
    vary: 'cookie',
  };
}
