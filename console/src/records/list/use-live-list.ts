/**
 * What others do to a list while it is read. Changed records are looked at together, at most once in a while, however many changes there
 * are; rows in view are shown anew where they stand, and what would come or go is counted.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { useChanges } from '../../shell/live/heard.ts';
import { useLiveState } from '../../shell/live/Live.tsx';
import { changedSince, matching, type Page } from '../data/list-data.ts';
import type { TypeDescription } from '../description.ts';
import { same } from '../record/same.ts';
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
  const key = JSON.stringify(pageKey);
  const asked = useRef({ query, fields, pageKey, key });
  asked.current = { query, fields, pageKey, key };

  const clear = useCallback(() => {
    setSeen(NOTHING);
    waiting.current.clear();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other news.
  useEffect(clear, [key, clear]);

  const again = useRef((_afterMs?: number) => {});
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      timer.current = undefined;
      const { query: now, fields: shown, pageKey: page, key: of } = asked.current;
      const ids = [...waiting.current.keys()].slice(0, MOST_LOOKED_AT);
      const news = new Map(ids.map((id) => [id, waiting.current.get(id) ?? false]));
      for (const id of ids) waiting.current.delete(id);
      const found = await matching(account, type, now, ids, shown);
      if (isOver) return;
      if (of !== asked.current.key) return again.current();
      if (found instanceof Problem) {
        if (found.passes) for (const [id, isNews] of news) wait(waiting.current, id, isNews);
        return again.current(found.wait * 1_000);
      }
      const rows = new Map(found.map((row) => [Number(row.ID), row]));
      const inView = new Set((client.getQueryData<Page>(page)?.rows ?? []).map((row) => Number(row.ID)));
      setSeen((before) => arrivals(before, inView, new Set(ids), new Set(rows.keys()), (id) => news.get(id) ?? false));
      const shownBefore = new Map((client.getQueryData<Page>(page)?.rows ?? []).map((row) => [Number(row.ID), row]));
      const changed = new Set(ids.filter((id) => inView.has(id) && !same(shownBefore.get(id), rows.get(id))));
      client.setQueryData<Page>(
        page,
        (old) => old && { ...old, rows: old.rows.map((row) => rows.get(Number(row.ID)) ?? row) },
      );
      if (changed.size > 0) {
        setMarked(changed);
        setTimeout(() => setMarked((marks) => (marks === changed ? new Set() : marks)), MARK_MS);
      }
      again.current();
    };
    again.current = (afterMs = LOOK_EVERY_MS) => {
      if (waiting.current.size > 0) timer.current ??= setTimeout(() => void look(), afterMs);
    };
    return () => {
      isOver = true;
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [account, type, client]);
  useChanges((change) => {
    if (change.type !== type.name) return;
    const filtered = asked.current.query.chips.flatMap((chip) => ('field' in chip ? [chip.field] : []));
    // One that was on another page all the time is no news.
    const isNews =
      change.version === 1 ||
      (change.changed ?? []).some(({ field }) => filtered.includes(field) || field === 'Deleted');
    wait(waiting.current, change.id, isNews);
    again.current();
  });
  const live = useLiveState();
  useEffect(() => {
    const page = client.getQueryData<Page>(asked.current.pageKey);
    if (live !== 'live' || page === undefined) return;
    void changedSince(account, type, page.asOf, MOST_LOOKED_AT).then((found) => {
      if (found instanceof Problem) return;
      for (const { id, isNew } of found) wait(waiting.current, id, isNew);
      again.current();
    });
  }, [live, account, type, client]);
  return { arrivals: seen, marked, clear };
}

/** What was news once is news until it was looked at. */
function wait(waiting: Map<number, boolean>, id: number, isNews: boolean): void {
  waiting.set(id, isNews || (waiting.get(id) ?? false));
}
