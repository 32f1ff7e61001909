/** The palette: a field over a list. Arrows move, Enter chooses, Escape leaves; records are searched while one types. */
import { useQuery } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Problem as Refusal } from '../../api/problem.ts';
import { sessionQuery } from '../../api/queries.ts';
import { announce } from '../../parts/announce.ts';
import { useNavigateTo } from '../../parts/Link.tsx';
import { ProblemMessage } from '../../parts/Problem.tsx';
import { sentenceCase } from '../../records/labels.ts';
import { find } from '../../words/finding.ts';
import { useMe } from '../me.ts';
import { getTypedAhead } from '../Opening.tsx';
import { findPaletteEntries, type PaletteEntry } from './entries.ts';
import styles from './Palette.module.css';
import { createRecordSearch, type SearchHit } from './search.ts';

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  const go = useNavigateTo();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState(getTypedAhead);
  const input = useRef<HTMLInputElement>(null);
  const { hits, busy, problem, again } = useHits(text);
  const [at, setAt] = useState(0);
  const { data: session } = useQuery(sessionQuery);
  const entries = useMemo(
    () => [...findPaletteEntries(text, me, session?.accounts ?? []), ...hits.map(asEntry)],
    [text, me, session, hits],
  );
  useEffect(() => {
    const opener = document.activeElement;
    const shown = dialog.current!;
    shown.showModal();
    return () => {
      shown.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const active = Math.min(at, entries.length - 1);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  useEffect(() => {
    if (text !== '' && !busy && problem === undefined) announce(find.results(entries.length));
  }, [text, busy, problem, entries.length]);

  const choose = (entry: PaletteEntry | undefined) => {
    if (entry === undefined || (entry.to === undefined && entry.run === undefined)) return;
    onClose();
    if (entry.to !== undefined) go(entry.to);
    // After the dialog has given the focus back.
    else setTimeout(() => entry.run?.(), 0);
  };
  // Enter that came before the first result: it is meant for what was typed.
  useEffect(() => {
    if (!isWanted || (busy && entries.length === 0)) return;
    setWanted(false);
    choose(entries[0]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 + entries.length }[event.key];
    if (to !== undefined && entries.length > 0) {
      event.preventDefault();
      setAt(to % entries.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (entries.length > 0) choose(entries[active]);
      else setWanted(busy);
    }
  };
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={find.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      <input
        ref={input}
        className={styles.field}
        type="text"
        role="combobox"
        aria-label={find.title}
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
        placeholder={find.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
          setWanted(false);
        }}
      />
      <div id={`${id}-list`} className={styles.list} role="listbox" aria-label={find.title}>
        {entries.map((entry, index) => (
          <Fragment key={entry.id}>
            {entries[index - 1]?.group !== entry.group && (
              <div className={styles.group} aria-hidden="true">
                {entry.group}
              </div>
            )}
            <Option id={`${id}-${index}`} entry={entry} active={index === active} onChoose={() => choose(entry)} />
          </Fragment>
        ))}
      </div>
      {problem ? (
        <ProblemMessage
          problem={problem}
          retry={() => {
            input.current?.focus();
            again();
          }}
        />
      ) : (
        <p className={styles.foot}>{isWanted ? find.opensFirst : footOf(text, busy, entries.length)}</p>
      )}
    </dialog>
  );
}

function Option({
  id,
  entry: { label, kind, about, to, run },
  active,
  onChoose,
}: {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly active: boolean;
  readonly onChoose: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option that is active.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field chooses.
    <div
      id={id}
      role="option"
      className={`${styles.option} ${active ? styles.active : ''}`}
      aria-selected={active}
      aria-disabled={to === undefined && run === undefined}
      onClick={onChoose}
    >
      <span className={styles.label}>{label}</span>
      {kind && <span className="unseen">{kind}</span>}
      {about && <span className={styles.about}>{about}</span>}
    </div>
  );
}

function footOf(text: string, busy: boolean, found: number): string {
  if (busy) return find.searching;
  if (text.trim().length < 3 && !text.startsWith('>')) return find.fromThree;
  return found === 0 ? find.nothing : find.results(found);
}

function asEntry({ to, title, kind, state }: SearchHit): PaletteEntry {
  return {
    id: `record ${to}`,
    group: kind,
    label: title,
    kind,
    about: state === null ? undefined : sentenceCase(state),
    to,
  };
}

interface Found {
  readonly hits: readonly SearchHit[];
  readonly busy: boolean;
  /** Why there may be more than what was found. */
  readonly problem?: Refusal | undefined;
}

/** Records for what was typed, and for nothing else: what was found for another text would be opened by an Enter that is meant for this one. */
function useHits(text: string): Found & { readonly again: () => void } {
  const me = useMe();
  const [search] = useState(createRecordSearch);
  const searched = text.startsWith('>') ? '' : text.trim();
  const [found, setFound] = useState<Found & { readonly of: string }>({ of: '', hits: [], busy: false });
  const look = useCallback(() => {
    search.find(searched, me, (hits, done, problem) => setFound({ of: searched, hits, busy: !done, problem }));
  }, [searched, me, search]);
  useEffect(look, [look]);
  useEffect(() => () => search.end(), [search]);
  const again = () => {
    setFound({ of: searched, hits: NO_HITS, busy: true });
    look();
  };
  return found.of === searched ? { ...found, again } : { hits: NO_HITS, busy: searched !== '', again };
}
const NO_HITS: readonly SearchHit[] = [];
