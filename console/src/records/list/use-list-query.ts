/** Query state of a list, and how to change it. The page address is its only storage. */
import { useLocation } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { consoleAddress, useNavigateTo } from '../../parts/Link.tsx';
import { useMe } from '../../shell/me.ts';
import { listAddress } from '../address.ts';
import type { TypeDescription } from '../description.ts';
import type { ListQuery } from './chip.ts';
import { resolveColumns } from './columns.ts';
import { loadColumnPreferences, saveColumnPreferences, withWidth } from './kept-columns.ts';
import { parseListQuery } from './read-query.ts';
import { stringifyListQuery } from './write-query.ts';

/** Address parameters that only the console uses, next to the query. */
interface Ui {
  readonly cols: string | null;
  readonly view: string | null;
  readonly peek: string | null;
}

export interface ListQueryState {
  readonly query: ListQuery;
  readonly columns: readonly string[];
  /** Widths of resized columns, by field name. */
  readonly widths: Readonly<Record<string, number>>;
  /** ID of the record in the preview beside the list. */
  readonly peeked: number | undefined;
  /** Query string of the address, without the `?`. */
  readonly text: string;
  readonly ask: (next: Partial<ListQuery>, how?: { readonly replace?: boolean }) => void;
  readonly peek: (id: number | undefined) => void;
  /** Sets the columns. Null restores the type's default columns. */
  readonly setColumns: (columns: readonly string[] | null) => void;
  /** Sets a column width. Null restores the automatic width. */
  readonly setWidth: (field: string, width: number | null) => void;
}

export function useListQuery(account: string, type: TypeDescription): ListQueryState {
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const go = useNavigateTo();
  const person = useMe().person.id;
  const [kept, setKept] = useState(() => loadColumnPreferences(person, type.name));
  const text = searchStr.replace(/^\?/, '');
  const query = useMemo(() => parseListQuery(type, text), [type, text]);
  const ui = useMemo(() => readUi(text), [text]);
  const address = useCallback(
    (next: ListQuery, nextUi: Ui) => {
      const parts = [stringifyListQuery(type, next), ...writeUi(nextUi)];
      return listAddress(account, type.name, parts.filter((part) => part !== '').join('&'));
    },
    [account, type],
  );
  // Columns in a link take precedence over the user's stored columns.
  const chosen = ui.cols ?? kept.columns;
  const keep = (next: typeof kept) => {
    setKept(next);
    saveColumnPreferences(person, type.name, next);
  };
  return {
    query,
    columns: useMemo(() => resolveColumns(type, chosen), [type, chosen]),
    widths: kept.widths,
    peeked: Number(ui.peek) > 0 ? Number(ui.peek) : undefined,
    text,
    // A new query starts at the first page.
    ask: (next, how) => {
      // Ignores late input after the user has left this list: it would navigate back.
      if (!isAt(listAddress(account, type.name, ''))) return;
      go(address({ ...query, skip: 0, ...next }, { ...ui, peek: null }), how);
    },
    // Replaces the history entry while the user moves between previews: Back leads to the page before the first one.
    peek: (id) => go(address(query, { ...ui, peek: id === undefined ? null : String(id) }), { replace: true }),
    setColumns: (columns) => {
      const cols = columns?.join(',') ?? null;
      keep(cols === null ? { columns: null, widths: {} } : { ...kept, columns: cols });
      go(address(query, { ...ui, cols }), { replace: true });
    },
    setWidth: (field, width) => keep({ ...kept, widths: withWidth(kept.widths, field, width) }),
  };
}

/** True if the browser is at this list. Addresses are compared without regard to case. */
function isAt(list: string): boolean {
  const plain = (path: string) => path.toLowerCase().replace(/[/?]+$/, '');
  return plain(location.pathname) === plain(consoleAddress(list));
}

const UI_PARAMETERS = ['cols', 'view', 'peek'] as const;

function readUi(text: string): Ui {
  const given = new URLSearchParams(text);
  return Object.fromEntries(UI_PARAMETERS.map((name) => [name, given.get(`ui.${name}`)])) as unknown as Ui;
}

function writeUi(ui: Ui): string[] {
  return UI_PARAMETERS.flatMap((name) => (ui[name] === null || ui[name] === '' ? [] : [`ui.${name}=${ui[name]}`]));
}
