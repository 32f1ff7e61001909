/** The twenty subscriptions of the soak, and which of them have to hear of a change. */
import type { Client } from '../support/app.ts';

export interface Change {
  readonly type: 'Tasks' | 'WorkOrders';
  readonly id: number;
  readonly version: number;
  readonly actions: readonly ('Created' | 'Updated' | 'Completed')[];
  readonly board: number | null;
}

interface Heard {
  readonly type: Change['type'];
  readonly action: Change['actions'][number];
  readonly board: number | null;
}

export interface Subscriptions {
  readonly boards: readonly number[];
  /** The names of the deliveries that must follow from a change: subscription, record and version. */
  deliveriesOf(change: Change): string[];
}

export const SUBSCRIPTIONS = 20;
const BOARDS = SUBSCRIPTIONS - 4;

export async function subscribe(user: Client, url: string): Promise<Subscriptions> {
  const boards: number[] = [];
  for (let n = 1; n <= BOARDS; n++) boards.push(await made(user, '/api/Boards', { Name: `Board ${n}` }));
  const heard = new Map<number, Heard>();
  const wanted: Heard[] = [
    { type: 'Tasks', action: 'Created', board: null },
    { type: 'Tasks', action: 'Updated', board: null },
    { type: 'Tasks', action: 'Completed', board: null },
    { type: 'WorkOrders', action: 'Created', board: null },
    ...boards.map((board): Heard => ({ type: 'WorkOrders', action: 'Updated', board })),
  ];
  for (const one of wanted) {
    const { type: entityType, action, board } = one;
    const filter = board === null ? {} : { filterEntityType: 'Boards', filterConditionEntityID: board };
    heard.set(await made(user, '/api/Webhooks', { entityType, action, targetUrl: `${url}/hook`, ...filter }), one);
  }
  return {
    boards,
    deliveriesOf(change) {
      const names: string[] = [];
      for (const [id, { type, action, board }] of heard) {
        if (type !== change.type || !change.actions.includes(action)) continue;
        if (board === null || board === change.board) names.push(nameOf(id, change));
      }
      return names;
    },
  };
}

export function nameOf(subscription: number, { type, id, version }: Pick<Change, 'type' | 'id' | 'version'>): string {
  return `subscription ${subscription}: version ${version} of ${type} ${id}`;
}

async function made(user: Client, path: string, body: { [field: string]: string | number }): Promise<number> {
  const reply = await user.post(path, body);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.json.ID ?? reply.json.id;
}
