/** Lists as files to be saved. It is the list itself, as CSV: a link cannot say what it accepts. */
import type { ApiResponse, RequestHead, Route } from '../../http/route.ts';
import { Problem } from '../../problems.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';

const LIST_PATH_PATTERN = /^\/api\/(\w+)$/;

export function exportRoutes(api: readonly Route[]): Route[] {
  return api
    .filter(({ method, path, needs }) => method === 'GET' && LIST_PATH_PATTERN.test(path) && needs.allowed === 'read')
    .map((route) => {
      const name = LIST_PATH_PATTERN.exec(route.path)![1]!;
      return {
        ...route,
        path: `${ACCOUNT_PATH}/${name}/Export`,
        operation: `consoleExport${name}`,
        placeOfKey: (arrival) => route.placeOfKey?.(asCsv(arrival)),
        handle: async (request) => {
          const answer = await route.handle(asCsv(request));
          return answer instanceof Problem ? answer : saved(answer, name);
        },
      };
    });
}

function asCsv<Asked extends RequestHead>(asked: Asked): Asked {
  return { ...asked, headers: { ...asked.headers, accept: 'text/csv' } };
}

function saved(answer: ApiResponse, name: string): ApiResponse {
  return { ...answer, headers: { ...answer.headers, ...csvAttachmentHeaders(name) } };
}

export function csvAttachmentHeaders(name: string): Record<string, string> {
  return {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}.csv"`,
    vary: 'cookie',
  };
}
