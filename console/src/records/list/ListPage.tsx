/** The list of a record type. What it asks stands in its address; the rows come first, their number after them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigateTo } from '../../parts/Link.tsx';
import { lazyComponent } from '../../parts/later.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { useTimeSettings } from '../../parts/times.ts';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { useMe } from '../../shell/me.ts';
import { usePageActions } from '../../shell/page-actions.ts';
import { words as listWords } from '../../words/list.ts';
import { words } from '../../words/records.ts';
import { newRecordAddress } from '../address.ts';
import { listPageQuery } from '../data/list-data.ts';
import { findReferences } from '../data/names.ts';
import { useDisplayContext } from '../data/reading.ts';
import type { TypeDescription } from '../description.ts';
import { sentenceCase, typeLabel } from '../labels.ts';
import { chipReferences, replaceChip, toggleOrder } from './ask-next.ts';
import { FilterBar } from './FilterBar.tsx';
import { ListActions } from './ListActions.tsx';
import { ListFoot } from './ListFoot.tsx';
import styles from './ListPage.module.css';
import { pendingRowsText } from './live-rows.ts';
import { RecordTable } from './RecordTable.tsx';
import { focusRow, useListShortcuts } from './use-list-keys.ts';
import { useListQuery } from './use-list-query.ts';
import { useLiveList } from './use-live-list.ts';
import { useQueryTime } from './use-moment.ts';
import { useRecentView } from './use-recent-view.ts';
import { useResolvedQuery } from './use-resolved.ts';
import { useRowSelection } from './use-selected.ts';
import { useTotalCount } from './use-total.ts';
import { useColumnTotals } from './use-totals.ts';
import { ViewMenu } from './ViewMenu.tsx';

const EmptyList = lazyComponent(() => import('./NoRows.tsx'), 'EmptyList', <Skeleton />);
const FilterDialog = lazyComponent(() => import('./FilterDialog.tsx'), 'FilterDialog');
const ColumnChooser = lazyComponent(() => import('./ColumnChooser.tsx'), 'ColumnChooser');
const Peek = lazyComponent(() => import('./Peek.tsx'), 'Peek');

export function ListPage({ account, type }: { readonly account: string; readonly type: TypeDescription }) {
  const address = useListQuery(account, type);
  const { query, columns, peeked, ask, setWidth } = address;
  const moment = useQueryTime(query);
  const resolved = useResolvedQuery(type, query, moment.now);
  const me = useMe();
  const client = useQueryClient();
  const times = useTimeSettings();
  const go = useNavigateTo();
  const [filterAt, setFilterAt] = useState<number | 'new'>();
  const [choosing, setChoosing] = useState(false);
  const [totalled, setTotalled] = useState(false);
  const { selected, select, unselect } = useRowSelection();

  // Status says whether something that is due is late.
  const fields = useMemo(
    () => [...new Set([...columns, ...type.title, ...(type.states ? ['Status'] : [])])],
    [columns, type],
  );
  const asked = listPageQuery(account, type, resolved.query, fields);
  const page = useQuery({ ...asked, enabled: resolved.isKnown });
  const isCurrent = page.isSuccess && !page.isPlaceholderData;
  const total = useTotalCount(account, type, resolved.query, isCurrent ? page.data : undefined);
  const totals = useColumnTotals(account, type, resolved.query, columns, totalled && isCurrent);
  const rows = page.data?.rows ?? NONE;
  const references = useMemo(
    () => [...findReferences(type, rows, fields), ...chipReferences(type, query)],
    [type, rows, fields, query],
  );
  const reading = useDisplayContext(account, references);
  useRecentView(account, type, query, reading);
  const live = useLiveList(account, type, resolved.query, fields, asked.queryKey);
  const showNews = () => {
    live.clear();
    moment.refresh();
    for (const what of ['list', 'total', 'totals']) {
      void client.invalidateQueries({ queryKey: [account, type.name, what] });
    }
  };

  const mayWrite = me.permissions[type.name]?.write === true;
  const whyNot = mayWrite ? undefined : words.mayNotWrite(type.plural, sentenceCase(me.role));
  const onSort = useCallback(
    (field: string, adds: boolean) => ask({ order: toggleOrder(query, field, adds) }),
    [ask, query],
  );
  const onPage = ({ take, skip }: { take: number; skip: number }) => ask({ take, skip });
  /** Asked for here, and not by the address that was opened. */
  const isAskedFor = useRef(false);
  const look = useRef((_id: number | undefined) => {});
  look.current = (id) => {
    isAskedFor.current = true;
    address.peek(id);
  };
  const onPeek = useCallback((id: number) => look.current(id), []);
  useListShortcuts({ peeked, onSelect: (id) => select(id, !selected.has(id)), onPeek: look.current });
  usePageActions([
    {
      label: words.newTitle(type.singular),
      key: 'n',
      why: whyNot,
      run: () => go(newRecordAddress(account, type.name)),
    },
    { label: listWords.addFilterAction, key: 'f', run: () => setFilterAt('new') },
    {
      label: listWords.previous,
      key: '[',
      why: query.skip > 0 ? undefined : listWords.isFirst,
      run: () => onPage({ take: query.take, skip: Math.max(0, query.skip - query.take) }),
    },
    {
      label: listWords.next,
      key: ']',
      why: page.data?.more ? undefined : listWords.isLast,
      run: () => onPage({ take: query.take, skip: query.skip + query.take }),
    },
  ]);
  const isNone = rows.length === 0 && isCurrent;
  return (
    <div data-fills>
      <PageHeader
        title={typeLabel(type.name)}
        actions={
          <ListActions
            account={account}
            type={type}
            resolved={resolved.query}
            columns={columns}
            total={total.data}
            address={address.text}
            onColumns={() => setChoosing(true)}
            whyNot={whyNot}
          />
        }
      >
        <ViewMenu account={account} type={type} text={address.text} />
      </PageHeader>
      <FilterBar
        type={type}
        query={query}
        reading={reading}
        onSearch={(search) => ask({ search }, { replace: true })}
        onChips={(chips) => ask({ chips })}
        onFilter={(at) => setFilterAt(at ?? 'new')}
      />
      <div className={peeked === undefined && (page.data === undefined || isNone) ? undefined : styles.rows}>
        {page.data === undefined ? (
          <QueryPlaceholder of={page} rows={10} label={words.loading(type.plural)} />
        ) : isNone ? (
          <EmptyList
            account={account}
            type={type}
            query={query}
            resolved={resolved.query}
            reading={reading}
            onAsk={ask}
            whyNot={whyNot}
          />
        ) : (
          <RecordTable
            account={account}
            type={type}
            columns={columns}
            rows={rows}
            order={query.order}
            reading={reading}
            now={moment.now}
            dimmed={page.isPlaceholderData}
            selected={selected}
            marked={live.marked}
            gone={live.arrivals.gone}
            peeked={peeked}
            widths={address.widths}
            totals={totalled && totals.hasNumbers ? totals : undefined}
            onSort={onSort}
            onWidth={setWidth}
            onSelect={select}
            onPeek={onPeek}
          />
        )}
        {peeked !== undefined && (
          <Peek
            account={account}
            type={type}
            id={peeked}
            now={moment.now}
            takesFocus={isAskedFor.current}
            onClose={() => {
              look.current(undefined);
              focusRow(peeked);
            }}
          />
        )}
      </div>
      <ListFoot
        account={account}
        type={type}
        selected={selected}
        onUnselect={unselect}
        news={pendingRowsText(live.arrivals)}
        onShowNews={showNews}
        totals={rows.length > 0 && totals.hasNumbers ? { shown: totalled, onShow: setTotalled } : undefined}
        pager={
          page.data && {
            take: query.take,
            skip: query.skip,
            shown: rows.length,
            more: page.data.more,
            total: isCurrent ? total.data : undefined,
            isCounting: total.isFetching || page.isPlaceholderData,
            locale: times.locale,
            onPage,
          }
        }
      />
      {filterAt !== undefined && (
        <FilterDialog
          account={account}
          type={type}
          chip={filterAt === 'new' ? undefined : query.chips[filterAt]}
          onClose={() => setFilterAt(undefined)}
          onApply={(chip) => {
            setFilterAt(undefined);
            ask({ chips: replaceChip(query.chips, chip, filterAt) });
          }}
        />
      )}
      {choosing && (
        <ColumnChooser
          type={type}
          columns={columns}
          widths={address.widths}
          onColumns={address.setColumns}
          onWidth={setWidth}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}
const NONE: readonly never[] = [];
