/** Empty list in its variants: no records yet, no matches, all deleted, or beyond the last page. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { Button } from '../../parts/Button.tsx';
import { EmptyState } from '../../parts/Empty.tsx';
import { focusNext } from '../../parts/focus-next.ts';
import { formatCount } from '../../parts/formats.ts';
import { Link, useNavigateTo } from '../../parts/Link.tsx';
import { useTimeSettings } from '../../parts/times.ts';
import { useMe } from '../../shell/me.ts';
import { words as listWords } from '../../words/list.ts';
import { words } from '../../words/no-rows.ts';
import { words as common } from '../../words/records.ts';
import { newRecordAddress } from '../address.ts';
import { listTotalQuery } from '../data/list-data.ts';
import type { TypeDescription } from '../description.ts';
import type { DisplayContext } from '../values.ts';
import type { ListQuery } from './chip.ts';
import { chipSentence } from './chip-words.ts';
import styles from './NoRows.module.css';

export interface EmptyListProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly query: ListQuery;
  /** Query with relative values resolved. */
  readonly resolved: ListQuery;
  readonly reading: DisplayContext;
  readonly onAsk: (next: Partial<ListQuery>) => void;
  readonly whyNot: string | undefined;
}

export function EmptyList(props: EmptyListProps) {
  const { query, onAsk } = props;
  if (query.skip > 0) {
    return (
      <EmptyState
        icon="search"
        title={words.pastTheEnd}
        actions={<Button onClick={() => onAsk({ skip: 0 })}>{words.firstPage}</Button>}
      />
    );
  }
  return query.chips.length > 0 || query.search !== '' ? <NoneMatch {...props} /> : <NoneYet {...props} />;
}

type Asked = Pick<ListQuery, 'chips' | 'search'>;

/**
 * Message for a filter without matches. It counts the matches without each condition alone and shows the counts that
 * help.
 */
function NoneMatch({ account, type, query, resolved, reading, onAsk }: EmptyListProps) {
  const { locale } = useTimeSettings();
  const ask = (next: Asked) => {
    onAsk(next);
    focusNext('[data-adds]');
  };
  const conditions = conditionsOf(type, query, reading);
  const counts = useQueries({
    queries: conditions.map(({ without }) => listTotalQuery(account, type, without(resolved), true)),
  });
  const isCounted = counts.every(({ data }) => data !== undefined);
  const leads = conditions.filter((_, at) => (counts[at]?.data ?? 0) > 0);
  return (
    <EmptyState
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
                {words.without(says, formatCount(count, locale))}
              </Button>
            </li>
          );
        })}
      </ul>
      {isCounted && leads.length === 0 && conditions.length > 1 && <p>{words.noneAlone}</p>}
    </EmptyState>
  );
}

interface Condition {
  readonly says: string;
  readonly without: (query: Asked) => Asked;
}

function conditionsOf(type: TypeDescription, { chips, search }: ListQuery, reading: DisplayContext): Condition[] {
  const byChip = chips.map((chip, at) => ({
    says: `“${chipSentence(type, chip, reading)}”`,
    without: (query: Asked) => ({ chips: query.chips.toSpliced(at, 1), search: query.search }),
  }));
  if (search === '') return byChip;
  return [...byChip, { says: words.theSearch(search), without: ({ chips: kept }) => ({ chips: kept, search: '' }) }];
}

function NoneYet({ account, type, onAsk, whyNot }: EmptyListProps) {
  const go = useNavigateTo();
  const me = useMe();
  const deleted = useQuery(
    listTotalQuery(account, type, { chips: [{ is: 'deleted', show: 'only' }], search: '' }, true),
  );
  if (deleted.isPending) return null;
  if ((deleted.data ?? 0) > 0) {
    return (
      <EmptyState
        icon="trash"
        title={words.allDeleted(type.plural, deleted.data ?? 0)}
        actions={
          <Button onClick={() => onAsk({ chips: [{ is: 'deleted', show: 'only' }] })}>{words.showDeleted}</Button>
        }
      >
        {words.allDeletedHint}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={words.noneYet(type.plural)}
      actions={
        <>
          <Button look="primary" icon="plus" why={whyNot} onClick={() => go(newRecordAddress(account, type.name))}>
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
    </EmptyState>
  );
}
