/** The address of a list as what it asks, and the way to another: the address is the one place where that is kept. */
import { useLocation } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useGo } from '../../parts/Link.tsx';
import { listAddress } from '../address.ts';
import type { TypeDescription } from '../description.ts';
import type { ListQuery } from './chip.ts';
import { columnsOf } from './columns.ts';
import { readQuery } from './read-query.ts';
import { writeQuery } from './write-query.ts';

export interface ListAddress {
  readonly query: ListQuery;
  readonly columns: readonly string[];
  /** `board`, or nothing for the list. */
  readonly view: string;
  /** As it stands in the address, without the `?`. */
  readonly text: string;
  readonly ask: (next: Partial<ListQuery>, how?: { readonly replace?: boolean }) => void;
  readonly setUi: (name: 'cols' | 'view', value: string | null) => void;
}

export function useListQuery(account: string, type: TypeDescription): ListAddress {
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const go = useGo();
  const text = searchStr.replace(/^\?/, '');
  const query = useMemo(() => readQuery(type, text), [type, text]);
  const ui = useMemo(() => new URLSearchParams(text), [text]);
  const [cols, view] = [ui.get('ui.cols'), ui.get('ui.view') ?? ''];
  const kept = cols ?? rememberedColumns(type.name);
  const address = useCallback(
    (next: ListQuery, nextUi: { cols: string | null; view: string }) => {
      const parts = [
        writeQuery(type, next),
        ...(nextUi.cols === null ? [] : [`ui.cols=${nextUi.cols}`]),
        ...(nextUi.view === '' ? [] : [`ui.view=${nextUi.view}`]),
      ];
      return listAddress(account, type.name, parts.filter((part) => part !== '').join('&'));
    },
    [account, type],
  );
  return {
    query,
    columns: useMemo(() => columnsOf(type, kept), [type, kept]),
    view,
    text,
    // What is asked anew begins at its first page.
    ask: (next, how) => go(address({ ...query, skip: 0, ...next }, { cols, view }), how),
    setUi: (name, value) => {
      if (name === 'cols') rememberColumns(type.name, value);
      go(address(query, { cols, view, ...{ [name]: name === 'view' ? (value ?? '') : value } }), {
        replace: name === 'cols',
      });
    },
  };
}

const COLUMNS = 'mds.columns.';

/** In this browser; a link that names columns is stronger. */
function rememberedColumns(type: string): string | null {
  try {
    return localStorage.getItem(COLUMNS + type);
  } catch {
    return null;
  }
}

function rememberColumns(type: string, columns: string | null): void {
  try {
    if (columns === null) localStorage.removeItem(COLUMNS + type);
    else localStorage.setItem(COLUMNS + type, columns);
  } catch {
    // Then they are in the address alone.
  }
}
