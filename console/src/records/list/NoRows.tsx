/** A list without rows, in its three kinds: there are none yet, none match, all are deleted. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { Button } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Link, useGo } from '../../parts/Link.tsx';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/records.ts';
import { newAddress } from '../address.ts';
import { totalQuery } from '../data/list-data.ts';
import type { TypeDescription } from '../description.ts';
import { typeLabel } from '../labels.ts';
import type { Reading } from '../values.ts';
import type { Chip, ListQuery } from './chip.ts';
import { sentenceOf } from './chip-words.ts';
import styles from './NoRows.module.css';

export interface NoRowsProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly query: ListQuery;
  /** With everything relative resolved. */
  readonly resolved: ListQuery;
  readonly reading: Reading;
  readonly onChips: (chips: readonly Chip[]) => void;
  readonly whyNot: string | undefined;
}

export function NoRows(props: NoRowsProps) {
  const { query, type } = props;
  if (query.skip > 0 || query.search !== '') return <Empty icon="search" title={words.noneMatch(type.plural)} />;
  return query.chips.length > 0 ? <NoneMatch {...props} /> : <NoneYet {...props} />;
}

/** How many would match without one of the chips: each is counted alone, and shown where it leads somewhere. */
function NoneMatch({ account, type, query, resolved, reading, onChips }: NoRowsProps) {
  const without = resolved.chips.map((_, at) => ({ chips: resolved.chips.toSpliced(at, 1), search: '' }));
  const counts = useQueries({ queries: without.map((one) => totalQuery(account, type, one, true)) });
  return (
    <Empty
      icon="filter"
      title={words.noneMatch(type.plural)}
      actions={<Button onClick={() => onChips([])}>{words.clearAll}</Button>}
    >
      <ul className={styles.without}>
        {query.chips.map((chip, at) => {
          const count = counts[at]?.data ?? 0;
          if (count === 0) return null;
          return (
            <li key={sentenceOf(type, chip, reading)}>
              <Button look="quiet" onClick={() => onChips(query.chips.toSpliced(at, 1))}>
                {words.without(sentenceOf(type, chip, reading), count)}
              </Button>
            </li>
          );
        })}
      </ul>
    </Empty>
  );
}

function NoneYet({ account, type, onChips, whyNot }: NoRowsProps) {
  const go = useGo();
  const me = useMe();
  const deleted =
    useQuery(totalQuery(account, type, { chips: [{ is: 'deleted', show: 'only' }], search: '' }, true)).data ?? 0;
  if (deleted > 0) {
    return (
      <Empty
        icon="trash"
        title={words.allDeleted(deleted)}
        actions={<Button onClick={() => onChips([{ is: 'deleted', show: 'only' }])}>{words.showDeleted}</Button>}
      />
    );
  }
  return (
    <Empty
      title={words.noneYet(type.plural)}
      actions={
        <>
          <Button look="primary" icon="plus" why={whyNot} onClick={() => go(newAddress(account, type.name))}>
            {words.newTitle(type.singular)}
          </Button>
          {me.may.keys && (
            <Link look="plain" to={`/${account}/Integrations/new`}>
              {words.connect}
            </Link>
          )}
        </>
      }
    >
      {words.noneYetHint(typeLabel(type.name))}
    </Empty>
  );
}
