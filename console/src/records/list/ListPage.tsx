/** The list of a record type. What it asks stands in its address; the rows come first, their number after them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { addressOf, Link, useGo } from '../../parts/Link.tsx';
import { later } from '../../parts/later.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { useTimes } from '../../parts/times.ts';
import { useMe } from '../../shell/me.ts';
import { usePageActions } from '../../shell/page-actions.ts';
import { words } from '../../words/records.ts';
import { listAddress, newAddress } from '../address.ts';
import { curlOf } from '../curl.ts';
import { pageQuery, totalQuery } from '../data/list-data.ts';
import { type Reference, referencesIn } from '../data/names.ts';
import { useReading } from '../data/reading.ts';
import { fieldOf, type TypeDescription } from '../description.ts';
import { typeLabel } from '../labels.ts';
import type { Chip, ListQuery } from './chip.ts';
import { FilterBar } from './FilterBar.tsx';
import styles from './ListPage.module.css';
import { pillText } from './live-rows.ts';
import { NoRows } from './NoRows.tsx';
import { Pager } from './Pager.tsx';
import { RecordTable } from './RecordTable.tsx';
import { Sums } from './Sums.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useListQuery } from './use-list-query.ts';
import { useLiveList } from './use-live-list.ts';
import { useRecentView } from './use-recent-view.ts';
import { useResolved } from './use-resolved.ts';
import { ViewMenu } from './ViewMenu.tsx';
import { writeFilters, writeRequest } from './write-query.ts';

const FilterDialog = later(() => import('./FilterDialog.tsx'), 'FilterDialog');
const ColumnChooser = later(() => import('./ColumnChooser.tsx'), 'ColumnChooser');

export function ListPage({ account, type }: { readonly account: string; readonly type: TypeDescription }) {
  const address = useListQuery(account, type);
  const { query, columns, ask } = address;
  const resolved = useResolved(account, type, query);
  const me = useMe();
  const client = useQueryClient();
  const times = useTimes();
  const go = useGo();
  const [filterAt, setFilterAt] = useState<number | 'new'>();
  const [choosing, setChoosing] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());

  // Status says whether something that is due is late.
  const fields = useMemo(
    () => [...new Set([...columns, ...type.title, ...(type.states ? ['Status'] : [])])],
    [columns, type],
  );
  const asked = pageQuery(account, type, resolved.query, fields);
  const page = useQuery({ ...asked, enabled: resolved.isKnown });
  const isCurrent = page.isSuccess && !page.isPlaceholderData;
  const total = useQuery(totalQuery(account, type, resolved.query, isCurrent));
  const rows = page.data?.rows ?? NONE;
  const references = useMemo(
    () => [...referencesIn(type, rows, fields), ...chipReferences(type, query)],
    [type, rows, fields, query],
  );
  const reading = useReading(account, references);
  useRecentView(account, type, query, reading);
  const live = useLiveList(account, type, resolved.query, fields, asked.queryKey);
  const showNews = () => {
    live.clear();
    resolved.refresh();
    void client.invalidateQueries({ queryKey: [account, type.name, 'list'] });
    void client.invalidateQueries({ queryKey: [account, type.name, 'total'] });
  };

  const mayWrite = me.permissions[type.name]?.write === true;
  const whyNot = mayWrite ? undefined : words.mayNotWrite(type.plural, me.role);
  const onSort = useCallback(
    (field: string, adds: boolean) => ask({ order: sorted(query, field, adds) }),
    [ask, query],
  );
  const onSelect = useCallback((id: number, isSelected: boolean) => {
    setSelected((now) => {
      const next = new Set(now);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const onPage = ({ take, skip }: { take: number; skip: number }) => ask({ take, skip });
  useListKeys((id) => onSelect(id, !selected.has(id)));
  usePageActions([
    { label: words.newTitle(type.singular), key: 'n', why: whyNot, run: () => go(newAddress(account, type.name)) },
    { label: words.addFilterAction, key: 'f', run: () => setFilterAt('new') },
    {
      label: words.previous,
      key: '[',
      why: query.skip > 0 ? undefined : words.isFirst,
      run: () => onPage({ take: query.take, skip: Math.max(0, query.skip - query.take) }),
    },
    {
      label: words.next,
      key: ']',
      why: page.data?.more ? undefined : words.isLast,
      run: () => onPage({ take: query.take, skip: query.skip + query.take }),
    },
  ]);
  const pill = pillText(live.arrivals);
  return (
    <>
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
      {page.error && !page.isFetching ? (
        <Problem problem={page.error} retry={() => void page.refetch()} />
      ) : page.data === undefined ? (
        <Skeleton rows={10} label={words.loading(type.plural)} />
      ) : rows.length === 0 && isCurrent ? (
        <NoRows
          account={account}
          type={type}
          query={query}
          resolved={resolved.query}
          reading={reading}
          onChips={(chips) => ask({ chips })}
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
          now={resolved.now}
          dimmed={page.isPlaceholderData}
          selected={selected}
          marked={live.marked}
          gone={live.arrivals.gone}
          onSort={onSort}
          onSelect={onSelect}
        />
      )}
      <div className={styles.foot}>
        {selected.size > 0 && (
          <div className={styles.selected}>
            {words.selected(selected.size)}
            <Link look="plain" to={listAddress(account, type.name, [...selected].map((id) => `ID=${id}`).join('&'))}>
              {words.showOnly}
            </Link>
            <Button look="quiet" onClick={() => setSelected(new Set())}>
              {words.unselect}
            </Button>
          </div>
        )}
        {pill !== '' && (
          <div className={styles.pill} role="status">
            {pill}
            <Button look="quiet" onClick={showNews}>
              {words.show}
            </Button>
          </div>
        )}
        {rows.length > 0 && (
          <Sums account={account} type={type} query={resolved.query} columns={columns} reading={reading} />
        )}
        {page.data !== undefined && (
          <Pager
            take={query.take}
            skip={query.skip}
            shown={rows.length}
            more={page.data.more}
            total={isCurrent ? total.data : undefined}
            isCounting={total.isFetching || page.isPlaceholderData}
            locale={times.locale}
            onPage={onPage}
          />
        )}
      </div>
      {filterAt !== undefined && (
        <FilterDialog
          account={account}
          type={type}
          timeZone={times.timeZone}
          chip={filterAt === 'new' ? undefined : query.chips[filterAt]}
          onClose={() => setFilterAt(undefined)}
          onApply={(chip) => {
            setFilterAt(undefined);
            ask({ chips: filterAt === 'new' ? withChip(query.chips, chip) : query.chips.with(filterAt, chip) });
          }}
        />
      )}
      {choosing && (
        <ColumnChooser
          type={type}
          columns={columns}
          onColumns={(next) => address.setUi('cols', next.join(','))}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
const NONE: readonly never[] = [];

interface ListActionsProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly resolved: ListQuery;
  readonly columns: readonly string[];
  readonly total: number | undefined;
  readonly address: string;
  readonly onColumns: () => void;
  readonly whyNot: string | undefined;
}

function ListActions({ account, type, resolved, columns, total, address, onColumns, whyNot }: ListActionsProps) {
  const go = useGo();
  const origin = window.location.origin;
  const filters = writeFilters(type, resolved);
  const order = writeRequest(type, { ...resolved, chips: [], search: '', skip: 0 }).replace(/&?take=\d+/, '');
  const stream = [filters, order, `fields=${['ID', ...columns].join(',')}`].filter((part) => part !== '').join('&');
  const request = writeRequest(type, resolved);
  return (
    <>
      <Button icon="columns" onClick={onColumns}>
        {words.columns}
      </Button>
      <a
        className={styles.download}
        href={`/console/api/${account}/${type.name}/Export?${stream}`}
        download
        title={words.csvTitle(total)}
      >
        {words.csv}
      </a>
      <CopyButton
        text={origin + addressOf(listAddress(account, type.name, address))}
        what="the link"
        label={words.copyLink}
      />
      <CopyButton
        text={curlOf(origin, `/api/${type.name}?${request}`)}
        what={words.copyCurlTitle}
        label={words.copyCurl}
      />
      {type.name === 'WorkOrders' && (
        <Link
          look="plain"
          to={listAddress(account, type.name, [address, 'ui.view=board'].filter((part) => part !== '').join('&'))}
        >
          {words.board}
        </Link>
      )}
      <Button look="primary" icon="plus" why={whyNot} onClick={() => go(newAddress(account, type.name))}>
        {words.newRecord}
      </Button>
    </>
  );
}

/** By one field, or by one more: first ascending, then descending, then not. */
function sorted({ order }: ListQuery, field: string, adds: boolean): ListQuery['order'] {
  const known = order.find((key) => key.field === field);
  const others = adds ? order.filter((key) => key.field !== field) : [];
  if (known === undefined) return [...others, { field, descending: false }];
  return known.descending ? others : [...others, { field, descending: true }];
}

/** One more value of a field that is narrowed by values already is an alternative. */
function withChip(chips: readonly Chip[], chip: Chip): readonly Chip[] {
  const at = chips.findIndex((one) => one.is === 'deleted' && chip.is === 'deleted');
  return at === -1 ? [...chips, chip] : chips.with(at, chip);
}

function chipReferences(type: TypeDescription, { chips }: ListQuery): Reference[] {
  return chips.flatMap((chip) => {
    if (chip.is !== 'any' && chip.is !== 'none') return [];
    const to = fieldOf(type, chip.field)?.to;
    return to === undefined
      ? []
      : chip.values.flatMap((value) => (Number(value) > 0 ? [{ type: to, id: Number(value) }] : []));
  });
}
