/** All that one account may do at once: each of it has a share of its own, and all of them are had together. */
import { toolCall } from './assistant.ts';
import type { Attack, Context } from './attack.ts';
import { costlyQuery } from './graphql.ts';
import { type Call, hammer, json, jsonPatch } from './hammering.ts';

export const everythingAttacks: readonly Attack[] = [
  {
    name: 'everything-at-once',
    who: 'account',
    does: '96 clients come in by every door: exports, searches, pages, queries, tools, histories, dry runs, names, webhooks, changes',
    start: (context) => hammer(context, { clients: 96, call: (n) => doors[n % doors.length]!(n, context) }),
  },
];

const doors: readonly ((n: number, context: Context) => Call)[] = [
  (n) => get(`/api/Tasks?contains=Description:no${n}where&orderby=Notes&count=true`, { accept: 'text/csv' }),
  () => get('/api/Tasks?orderby=Notes%20Desc', { accept: 'application/x-ndjson' }),
  (n) => get(`/api/Tasks?search=no${n}where&count=true`),
  (n, { tasks }) => get(`/api/Tasks?take=${tasks.long}&orderby=Notes&skip=${n % 7}`),
  (n, { tasks }) => get(`/api/Tasks?orderby=Notes%20Desc,Position&count=true&take=10&skip=${tasks.short + (n % 50)}`),
  costlyQuery,
  toolCall,
  (n, { tasks }) => get(`/api/Tasks/${1 + (n % tasks.long)}/History?take=1000`),
  () => get('/api/Changes?take=1000'),
  (n, { tasks }) => post('/api/Tasks/DryRun', { id: 1 + (n % tasks.long), patch: renamed(n) }),
  (n) => post('/api/Names', { Tasks: Array.from({ length: 1_000 }, (_, at) => 1 + ((n * 1_000 + at) % 30_000)) }),
  () => get('/api/Webhooks/Health?hours=720'),
  (n) =>
    post('/api/Webhooks/Rehearse', { entityType: 'Tasks', action: 'Updated', targetUrl: `https://x${n}.invalid/` }),
  (n, { tasks }) => ({
    method: 'PATCH',
    path: `/api/Tasks/${1 + (n % tasks.long)}`,
    headers: jsonPatch,
    body: JSON.stringify(renamed(n)),
  }),
];

const get = (path: string, headers: Call['headers'] = {}): Call => ({ method: 'GET', path, headers });
const post = (path: string, body: object): Call => ({
  method: 'POST',
  path,
  headers: json,
  body: JSON.stringify(body),
});
const renamed = (n: number) => [{ op: 'replace', path: '/Name', value: `Tried ${n}` }];
