/** Filters of a list: the search box, the chips, and a button to add one. */
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Chip as ChipMark } from '../../parts/Chip.tsx';
import fieldStyles from '../../parts/Field.module.css';
import { focusNext } from '../../parts/focus-next.ts';
import { words } from '../../words/list.ts';
import type { TypeDescription } from '../description.ts';
import { fieldLabel } from '../labels.ts';
import { useDebounced } from '../use-paused.ts';
import type { DisplayContext } from '../values.ts';
import type { FilterChip, ListQuery } from './chip.ts';
import { chipSentence, chipText } from './chip-words.ts';
import styles from './FilterBar.module.css';

export interface FilterBarProps {
  readonly type: TypeDescription;
  readonly query: ListQuery;
  readonly reading: DisplayContext;
  readonly onSearch: (text: string) => void;
  readonly onChips: (chips: readonly FilterChip[]) => void;
  /** Opens the filter dialog for the chip at this index. Undefined means a new chip. */
  readonly onFilter: (at: number | undefined) => void;
}

export function FilterBar({ type, query, reading, onSearch, onChips, onFilter }: FilterBarProps) {
  const { chips } = query;
  const [removed, setRemoved] = useState(0);
  const leave = (kept: readonly FilterChip[]) => {
    setRemoved(removed + 1);
    onChips(kept);
    focusNext('[data-adds]');
  };
  return (
    <div className={styles.bar}>
      <SearchBox type={type} text={query.search} onSearch={onSearch} />
      {chips.map((chip, at) => {
        const { field, says } = chipText(type, chip, reading);
        return (
          <ChipMark
            // biome-ignore lint/suspicious/noArrayIndexKey: a chip is its place, as two may say the same, until one is removed: the next is not the one that was tapped.
            key={`${removed} ${at}`}
            tone={chip.is === 'unread' ? 'bad' : 'info'}
            name={chipSentence(type, chip, reading)}
            onRemove={() => leave(chips.toSpliced(at, 1))}
            onOpen={chip.is === 'unread' ? undefined : () => onFilter(at)}
          >
            <bdi>
              <b>{field}</b> {says}
            </bdi>
          </ChipMark>
        );
      })}
      <Button icon="filter" data-adds onClick={() => onFilter(undefined)}>
        {words.addFilter}
      </Button>
      {chips.length > 1 && (
        <Button look="quiet" onClick={() => leave([])}>
          {words.clearAll}
        </Button>
      )}
    </div>
  );
}

/** Search box that searches after a pause in typing, to avoid one search per keystroke. */
function SearchBox({
  type,
  text,
  onSearch,
}: {
  type: TypeDescription;
  text: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(text);
  const asked = useRef(text);
  // Ignores the echo of searches from this box, because the user may have typed more. Other changes replace the text.
  useEffect(() => {
    if (text !== asked.current) setTyped(text);
    asked.current = text;
  }, [text]);
  const search = (wanted: string) => {
    asked.current = wanted;
    onSearch(wanted);
  };
  const paused = useDebounced(typed, 250);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a pause in typing asks.
  useEffect(() => {
    if (paused !== text && paused === typed) search(paused);
  }, [paused]);
  return (
    <input
      type="search"
      className={`${fieldStyles.input} ${styles.search}`}
      aria-label={`${words.searchBox} ${type.plural}`}
      placeholder={words.searchBox}
      title={words.searchHint(type.search.map(fieldLabel))}
      value={typed}
      data-filter
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(typed);
      }}
    />
  );
}
