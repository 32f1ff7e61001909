/**
 * Records by what somebody types: a number, an id, or letters of a name. One type after the other and never two requests at once: the service
 * does the work of a search once it has begun, whoever has stopped waiting. What was typed since is searched next, what lies between is not.
 */
import { ask } from '../../api/ask.ts';
import type { Me } from '../../api/people.ts';
import { Problem } from '../../api/problem.ts';

export interface Hit {
  readonly to: string;
  readonly title: string;
  readonly kind: string;
}

/** Those that people look for by name, most wanted first. */
const types: readonly {
  readonly name: string;
  readonly kind: string;
  readonly number?: string;
  readonly prefix?: string;
}[] = [
  { name: 'WorkOrders', kind: 'Work order', number: 'Number', prefix: 'WO' },
  { name: 'Assets', kind: 'Asset', number: 'AssetNumber' },
  { name: 'Tasks', kind: 'Task' },
  { name: 'PurchaseOrders', kind: 'Purchase order', number: 'Number', prefix: 'PO' },
  { name: 'Products', kind: 'Product', number: 'SKU' },
  { name: 'Locations', kind: 'Location' },
  { name: 'Vendors', kind: 'Vendor' },
  { name: 'Employees', kind: 'Employee' },
];

const MOST_EACH = 5;

/** What to ask for, in turn. */
export function queriesFor(text: string, me: Me): { readonly type: (typeof types)[number]; readonly query: string }[] {
  const readable = types.filter(({ name }) => me.permissions[name]?.read);
  const typed = text.trim();
  const numbered = /^([a-z]+)-?0*(\d+)$/i.exec(typed);
  if (numbered !== null) {
    const [, letters = '', digits = ''] = numbered;
    const type = readable.find(({ prefix }) => prefix === letters.toUpperCase());
    if (type !== undefined) {
      return [{ type, query: `Number=${type.prefix}-${digits.padStart(6, '0')}` }];
    }
  }
  const byId = /^\d{1,9}$/.test(typed) ? readable.map((type) => ({ type, query: `ID=${typed}` })) : [];
  const byName =
    typed.length >= 3 ? readable.map((type) => ({ type, query: `search=${encodeURIComponent(typed)}` })) : [];
  return [...byId, ...byName];
}

export interface Search {
  /** Replaces what waits; `found` gets what there is so far, `done` with the last. */
  find(text: string, me: Me, found: (hits: readonly Hit[], done: boolean) => void): void;
}

export function makeSearch(): Search {
  let wanted = 0;
  let running: Promise<void> = Promise.resolve();
  return {
    find(text, me, found) {
      wanted += 1;
      const mine = wanted;
      running = running.then(() => run(mine, text, me, found));
    },
  };

  async function run(
    mine: number,
    text: string,
    me: Me,
    found: (hits: readonly Hit[], done: boolean) => void,
  ): Promise<void> {
    const hits: Hit[] = [];
    for (const { type, query } of queriesFor(text, me)) {
      if (mine !== wanted) return;
      const reply = await ask<readonly Record<string, unknown>[]>(
        'GET',
        `/${me.account.id}/${type.name}?${query}&take=${MOST_EACH}`,
      );
      if (mine !== wanted) return;
      if (reply instanceof Problem) continue;
      for (const record of reply.body) {
        const to = `/${me.account.id}/${type.name}/${record.ID}`;
        if (!hits.some((hit) => hit.to === to)) hits.push({ to, kind: type.kind, title: titleOf(record, type.number) });
      }
      found([...hits], false);
    }
    if (mine === wanted) found(hits, true);
  }
}

function titleOf(record: Record<string, unknown>, number: string | undefined): string {
  const name =
    record.Name ??
    record.DisplayName ??
    ([record.FirstName, record.LastName].filter(Boolean).join(' ') || record.Email);
  return (
    [number && record[number], name].filter((part) => typeof part === 'string' && part !== '').join(' ') ||
    `#${record.ID}`
  );
}
