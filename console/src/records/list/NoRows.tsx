/** A list without rows, in its kinds: there are none yet, none match, all are deleted; or one has gone past its last page. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { Button } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { focusNext } from '../../parts/focus-next.ts';
import { grouped } from '../../parts/formats.ts';
import { Link, useGo } from '../../parts/Link.tsx';
import { useTimes } from '../../parts/times.ts';
import { useMe } from '../../shell/me.ts';
import { words as listWords } from '../../words/list.ts';
import { words } from '../../words/no-rows.ts';
import { words as common } from '../../words/records.ts';
import { newAddress } from '../address.ts';
import { totalQuery } from '../data/list-data.ts';
import type { TypeDescription } from '../description.ts';
import type { Reading } from '../values.ts';
import type { ListQuery } from './chip.ts';
import { sentenceOf } from './chip-words.ts';
import styles from './NoRows.module.css';

export interface NoRowsProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly query: ListQuery;
  /** With everything relative resolved. */
  readonly resolved: ListQuery;
  readonly reading: Reading;
  readonly onAsk: (next: Partial<ListQuery>) => void;
  readonly whyNot: string | undefined;
}

export function NoRows(props: NoRowsProps) {
  const { query, onAsk } = props;
  if (query.skip > 0) {
    return (
      <Empty
        icon="search"
        title={words.pastTheEnd}
        actions={<Button onClick={() => onAsk({ skip: 0 })}>{words.firstPage}</Button>}
      />
    );
  }
  return query.chips.length > 0 || query.search !== '' ? <NoneMatch {...props} /> : <NoneYet {...props} />;
}

type Asked = Pick<ListQuery, 'chips' | 'search'>;

/** How many would match without one of the conditions: each is counted alone, and shown where it leads somewhere. */
function NoneMatch({ account, type, query, resolved, reading, onAsk }: NoRowsProps) {
  const { locale } = useTimes();
  const ask = (next: Asked) => {
    onAsk(next);
    focusNext('[data-adds]');
  };
  const conditions = conditionsOf(type, query, reading);
  const counts = useQueries({
    queries: conditions.map(({ without }) => totalQuery(account, type, without(resolved), true)),
  });
  const isCounted = counts.every(({ data }) => data !== undefined);
  const leads = conditions.filter((_, at) => (counts[at]?.data ?? 0) > 0);
  return (
    <Empty
      icon="filter"
      title={words.noneMatch(type.plural)}
      actions={<Button onClick={() => ask({ chips: [], search: '' })}>{listWords.clearAll}</Button>}
    >
      <ul className={styles.without}>
        {conditions.map(({ says, without }, at) => {
          const count = counts[at]?.data ?? 0;
          if (count === 0) return null;
          return (
            <li key={says}>
              <Button look="quiet" onClick={() => ask(without(query))}>
                {words.without(says, grouped(count, locale))}
              </Button>
            </li>
          );
        })}
      </ul>
      {isCounted && leads.length === 0 && conditions.length > 1 && <p>{words.noneAlone}</p>}
    </Empty>
  );
}

interface Condition {
  readonly says: string;
  readonly without: (query: Asked) => Asked;
}

function conditionsOf(type: TypeDescription, { chips, search }: ListQuery, reading: Reading): Condition[] {
  const byChip = chips.map((chip, at) => ({
    says: `“${sentenceOf(type, chip, reading)}”`,
    without: (query: Asked) => ({ chips: query.chips.toSpliced(at, 1), search: query.search }),
  }));
  if (search === '') return byChip;
  return [...byChip, { says: words.theSearch(search), without: ({ chips: kept }) => ({ chips: kept, search: '' }) }];
}

function NoneYet({ account, type, onAsk, whyNot }: NoRowsProps) {
  const go = useGo();
  const me = useMe();
  const deleted = useQuery(totalQuery(account, type, { chips: [{ is: 'deleted', show: 'only' }], search: '' }, true));
  if (deleted.isPending) return null;
  if ((deleted.data ?? 0) > 0) {
    return (
      <Empty
        icon="trash"
        title={words.allDeleted(type.plural, deleted.data ?? 0)}
        actions={
          <Button onClick={() => onAsk({ chips: [{ is: 'deleted', show: 'only' }] })}>{words.showDeleted}</Button>
        }
      >
        {words.allDeletedHint}
      </Empty>
    );
  }
  return (
    <Empty
      title={words.noneYet(type.plural)}
      actions={
        <>
          <Button look="primary" icon="plus" why={whyNot} onClick={() => go(newAddress(account, type.name))}>
            {common.newTitle(type.singular)}
          </Button>
          {me.may.keys && (
            <Link look="plain" to={`/${account}/Integrations/new`}>
              {words.connect}
            </Link>
          )}
        </>
      }
    >
      <p>{words.purpose[type.name] ?? ''}</p>
      <p>{words.noneYetHint}</p>
    </Empty>
  );
}
