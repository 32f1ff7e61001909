/** Attacks by assistants: tools that look at everything at once, and plans as long as they may be. */
import type { Attack } from './attack.ts';
import { type Call, hammer, json } from './hammering.ts';

const calls: readonly ((n: number) => readonly [name: string, given: object])[] = [
  (n) => ['search', { text: `no${n}where` }],
  (n) => ['summarise', { type: 'Tasks', by: ['Description', 'Notes', 'Result'], query: `ID=${n} ne&extFilter=true` }],
  (n) => ['list', { type: 'Tasks', query: `contains=Description:no${n}where&orderby=Notes&count=true&take=1000` }],
  (n) => ['propose_plan', { title: `Plan ${n}`, steps: Array.from({ length: 50 }, () => step(n)) }],
  () => ['proposals', { take: 50 }],
];
const step = (n: number) => ({ type: 'Tasks', create: { Name: `Step of ${n}` }, reason: 'It is time.' });

export const assistantAttacks: readonly Attack[] = [
  {
    name: 'busy-assistants',
    who: 'account',
    does: '32 assistants search all types, count everything by long texts, and propose plans of fifty steps',
    start: (context) =>
      hammer(context, {
        clients: 32,
        call: toolCall,
      }),
  },
];

/** The `n`th of a busy assistant. */
export function toolCall(n: number): Call {
  const [name, given] = calls[n % calls.length]!(n);
  const message = { jsonrpc: '2.0', id: n, method: 'tools/call', params: { name, arguments: given } };
  return {
    method: 'POST',
    path: '/mcp',
    headers: { ...json, accept: 'application/json, text/event-stream' },
    body: JSON.stringify(message),
  };
}
