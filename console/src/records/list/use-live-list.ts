/**
 * Live updates of an open list. Changed records are checked in batches at a limited rate, however many changes arrive.
 * Visible rows update in place; rows that would appear or disappear are counted.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { useRecordChanges } from '../../shell/live/heard.ts';
import { useLiveState } from '../../shell/live/Live.tsx';
import { fetchChangedSince, fetchMatching, type RecordListPage } from '../data/list-data.ts';
import type { TypeDescription } from '../description.ts';
import { isSameJson } from '../record/same.ts';
import type { ListQuery } from './chip.ts';
import { NO_PENDING_ROWS, type PendingRows, updatePendingRows } from './live-rows.ts';

const REFRESH_INTERVAL_MS = 1_000;
const HIGHLIGHT_MS = 2_000;
/** Maximum number of records per check, because a query may name only so many. The rest waits for the next check. */
const MAX_RECORDS_PER_REFRESH = 80;

export interface LiveList {
  readonly arrivals: PendingRows;
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
  const [seen, setSeen] = useState(NO_PENDING_ROWS);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const waiting = useRef(new Map<number, boolean>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const key = JSON.stringify(pageKey);
  const asked = useRef({ query, fields, pageKey, key });
  asked.current = { query, fields, pageKey, key };

  const clear = useCallback(() => {
    setSeen(NO_PENDING_ROWS);
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
      const ids = [...waiting.current.keys()].slice(0, MAX_RECORDS_PER_REFRESH);
      const news = new Map(ids.map((id) => [id, waiting.current.get(id) ?? false]));
      for (const id of ids) waiting.current.delete(id);
      const found = await fetchMatching(account, type, now, ids, shown);
      if (isOver) return;
      if (of !== asked.current.key) return again.current();
      if (found instanceof Problem) {
        if (found.passes) for (const [id, isNews] of news) wait(waiting.current, id, isNews);
        return again.current(found.wait * 1_000);
      }
      const rows = new Map(found.map((row) => [Number(row.ID), row]));
      const inView = new Set((client.getQueryData<RecordListPage>(page)?.rows ?? []).map((row) => Number(row.ID)));
      setSeen((before) =>
        updatePendingRows(before, inView, new Set(ids), new Set(rows.keys()), (id) => news.get(id) ?? false),
      );
      const shownBefore = new Map(
        (client.getQueryData<RecordListPage>(page)?.rows ?? []).map((row) => [Number(row.ID), row]),
      );
      const changed = new Set(ids.filter((id) => inView.has(id) && !isSameJson(shownBefore.get(id), rows.get(id))));
      client.setQueryData<RecordListPage>(
        page,
        (old) => old && { ...old, rows: old.rows.map((row) => rows.get(Number(row.ID)) ?? row) },
      );
      if (changed.size > 0) {
        setMarked(changed);
        setTimeout(() => setMarked((marks) => (marks === changed ? new Set() : marks)), HIGHLIGHT_MS);
      }
      again.current();
    };
    again.current = (afterMs = REFRESH_INTERVAL_MS) => {
      if (waiting.current.size > 0) timer.current ??= setTimeout(() => void look(), afterMs);
    };
    return () => {
      isOver = true;
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [account, type, client]);
  useRecordChanges((change) => {
    if (change.type !== type.name) return;
    const filtered = asked.current.query.chips.flatMap((chip) => ('field' in chip ? [chip.field] : []));
    // A record that was on another page all the time does not count as new.
    const isNews =
      change.version === 1 ||
      (change.changed ?? []).some(({ field }) => filtered.includes(field) || field === 'Deleted');
    wait(waiting.current, change.id, isNews);
    again.current();
  });
  const live = useLiveState();
  useEffect(() => {
    const page = client.getQueryData<RecordListPage>(asked.current.pageKey);
    if (live !== 'live' || page === undefined) return;
    void fetchChangedSince(account, type, page.asOf, MAX_RECORDS_PER_REFRESH).then((found) => {
      if (found instanceof Problem) return;
      for (const { id, isNew } of found) wait(waiting.current, id, isNew);
      again.current();
    });
  }, [live, account, type, client]);
  return { arrivals: seen, marked, clear };
}

/** Queues a record for the next check. A record queued as news stays news until it is checked. */
function wait(waiting: Map<number, boolean>, id: number, isNews: boolean): void {
  waiting.set(id, isNews || (waiting.get(id) ?? false));
}
