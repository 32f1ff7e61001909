/**
 * What others do to a list while it is read. Changed records are looked at together, at most once in a while, however many changes there
 * are; rows in view are shown anew where they stand, and what would come or go is counted.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { matching, type Page } from '../data/list-data.ts';
import { type ChangeMessage, onChanges } from '../data/live.ts';
import type { TypeDescription } from '../description.ts';
import type { ListQuery } from './chip.ts';
import { type Arrivals, arrivals, NOTHING } from './live-rows.ts';

const LOOK_EVERY_MS = 1_000;
const MARK_MS = 2_000;
/** More at once than the service names in a query; the rest is looked at next time. */
const MOST_LOOKED_AT = 80;

export interface LiveList {
  readonly arrivals: Arrivals;
  readonly marked: ReadonlySet<number>;
  readonly clear: () => void;
}

export function useLiveList(
  account: string,
  type: TypeDescription,
  query: ListQuery,
  fields: readonly string[],
  pageKey: readonly unknown[],
): LiveList {
  const client = useQueryClient();
  const [seen, setSeen] = useState(NOTHING);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const waiting = useRef(new Map<number, boolean>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef({ query, fields, pageKey });
  asked.current = { query, fields, pageKey };

  const clear = useCallback(() => {
    setSeen(NOTHING);
    waiting.current.clear();
  }, []);
  const key = JSON.stringify(pageKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other news.
  useEffect(clear, [key, clear]);

  useEffect(() => {
    const filtered = () =>
      new Set(asked.current.query.chips.flatMap((chip) => ('field' in chip ? [chip.field] : ['Deleted'])));
    const look = async () => {
      timer.current = undefined;
      const { query: now, fields: shown, pageKey: page } = asked.current;
      const ids = [...waiting.current.keys()].slice(0, MOST_LOOKED_AT);
      const news = new Map(ids.map((id) => [id, waiting.current.get(id) ?? false]));
      for (const id of ids) waiting.current.delete(id);
      const found = await matching(account, type, now, ids, shown);
      if (found instanceof Problem || page !== asked.current.pageKey) return again();
      const rows = new Map(found.map((row) => [Number(row.ID), row]));
      const inView = new Set((client.getQueryData<Page>(page)?.rows ?? []).map((row) => Number(row.ID)));
      client.setQueryData<Page>(
        page,
        (old) => old && { ...old, rows: old.rows.map((row) => rows.get(Number(row.ID)) ?? row) },
      );
      setSeen((before) => arrivals(before, inView, new Set(ids), new Set(rows.keys()), (id) => news.get(id) ?? false));
      const changed = new Set(ids.filter((id) => inView.has(id)));
      if (changed.size > 0) {
        setMarked(changed);
        setTimeout(() => setMarked((now) => (now === changed ? new Set() : now)), MARK_MS);
      }
      again();
    };
    const again = () => {
      if (waiting.current.size > 0) timer.current ??= setTimeout(() => void look(), LOOK_EVERY_MS);
    };
    const stop = onChanges(account, (change: ChangeMessage) => {
      if (change.type !== type.name) return;
      const fieldsAsked = filtered();
      // One that was on another page all the time is no news.
      const isNews =
        change.version === 1 ||
        (change.changed ?? []).some(({ field }) => fieldsAsked.has(field) || field === 'Deleted');
      waiting.current.set(change.id, isNews || (waiting.current.get(change.id) ?? false));
      again();
    });
    return () => {
      stop();
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [account, type, client]);
  return { arrivals: seen, marked, clear };
}
