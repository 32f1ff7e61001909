/** Every change of a record, the newest first: who, when, and what was before. An old value is put back by an ordinary change. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem as Refusal } from '../../api/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { EmptyState } from '../../parts/Empty.tsx';
import { Select } from '../../parts/Input.tsx';
import { Link } from '../../parts/Link.tsx';
import { ProblemMessage } from '../../parts/Problem.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { toast } from '../../parts/Toast.tsx';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { words } from '../../words/history.ts';
import { words as recordWords } from '../../words/records.ts';
import { recordAddress } from '../address.ts';
import { ChangeArrow } from '../Became.tsx';
import diff from '../Diff.module.css';
import type { RecordDisplayContext } from '../data/reading.ts';
import { historyQuery, parseEtagVersion, patchRecord, type VersionedRecord } from '../data/record-data.ts';
import type { Json, RecordFields, TypeDescription } from '../description.ts';
import { FieldValue } from '../FieldValue.tsx';
import { fieldLabel, sentenceCase } from '../labels.ts';
import { RowChanges } from '../RowChanges.tsx';
import { formatValue } from '../values.ts';
import styles from './History.module.css';
import { authorOf, BOOKKEEPING_FIELDS, type HistoryEntry, type HistoryLine, historyLinesOf } from './history-lines.ts';
import { useHistoryDisplayContext } from './use-history-reading.ts';

const ENTRIES_PER_PAGE = 25;

export interface HistoryTabProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  readonly now: VersionedRecord;
  readonly whyNot: string | undefined;
  readonly onChanged: (now: VersionedRecord) => void;
  /** The record has moved on: read it anew. */
  readonly onStale: () => void;
}

export function HistoryTab({ account, type, id, now, whyNot, onChanged, onStale }: HistoryTabProps) {
  const [field, setField] = useState('');
  const [skip, setSkip] = useState(0);
  const [problem, setProblem] = useState<Refusal>();
  const found = useQuery({
    ...historyQuery(account, type.name, id, ENTRIES_PER_PAGE, field, skip),
    placeholderData: (before) => before,
  });
  const reading = useHistoryDisplayContext(account, type, found.data);
  // One at a time: a second would be sent on what the first is about to change, and meet it as somebody else's.
  const [putting, setPutting] = useState('');
  const putBack = async (change: string, { field: { name }, from }: HistoryLine) => {
    setProblem(undefined);
    setPutting(`${change} ${name}`);
    const reply = await patchRecord(
      account,
      type.name,
      id,
      [{ op: 'replace', path: `/${name}`, value: from ?? null }],
      now.etag,
    );
    setPutting('');
    if (reply instanceof Refusal) {
      setProblem(reply);
      return reply.status === 412 ? onStale() : undefined;
    }
    onChanged(reply);
    toast(recordWords.saved);
  };
  const fields = type.fields.filter(({ name }) => !BOOKKEEPING_FIELDS.has(name));
  return (
    <div className={styles.history}>
      <div className={styles.filter}>
        <Select
          label={words.field}
          value={field}
          choices={[
            { value: '', label: words.allFields },
            ...fields.map(({ name }) => ({ value: name, label: fieldLabel(name) })),
          ]}
          onValue={(chosen) => {
            setField(chosen);
            setSkip(0);
          }}
        />
      </div>
      {problem && <ProblemMessage problem={problem} />}
      {found.data === undefined ? (
        <QueryPlaceholder of={found} />
      ) : found.data.length === 0 ? (
        <NoEntries isOriginal={parseEtagVersion(now.etag) === 1} field={field} />
      ) : (
        <ol className={styles.entries}>
          {found.data.map((entry) => (
            <li key={entry.change}>
              <Entry
                account={account}
                type={type}
                id={id}
                entry={entry}
                now={now.record}
                only={field}
                reading={reading}
                mayWrite={whyNot === undefined}
                putting={putting}
                onPutBack={(line) => void putBack(entry.change, line)}
              />
            </li>
          ))}
        </ol>
      )}
      <div className={styles.pages}>
        {skip > 0 && <Button onClick={() => setSkip(Math.max(0, skip - ENTRIES_PER_PAGE))}>{words.newer}</Button>}
        {found.data?.length === ENTRIES_PER_PAGE && (
          <Button onClick={() => setSkip(skip + ENTRIES_PER_PAGE)}>{words.older}</Button>
        )}
      </div>
    </div>
  );
}

/** The first version of a record is as it was made, or brought in from elsewhere; of a later one changes are missing. */
function NoEntries({ isOriginal, field }: { isOriginal: boolean; field: string }) {
  if (field !== '' && !isOriginal) return <EmptyState title={words.noneOf(fieldLabel(field))} />;
  return <EmptyState title={isOriginal ? words.unchanged : words.notKept}>{words.fromNowOn}</EmptyState>;
}

interface EntryProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  readonly entry: HistoryEntry;
  readonly now: RecordFields;
  readonly only: string;
  readonly reading: RecordDisplayContext;
  readonly mayWrite: boolean;
  /** `12 Category`: of which change which field is being put back. */
  readonly putting: string;
  readonly onPutBack: (line: HistoryLine) => void;
}

function Entry({ account, type, id, entry, now, only, reading, mayWrite, putting, onPutBack }: EntryProps) {
  const lines = historyLinesOf(type, entry, now, mayWrite).filter(({ field }) => !BOOKKEEPING_FIELDS.has(field.name));
  const told = only === '' ? lines : lines.filter(({ field }) => field.name === only);
  const isPutting = ({ field }: HistoryLine) => putting === `${entry.change} ${field.name}`;
  return (
    <article className={styles.entry}>
      <header>
        <strong>{authorOf(entry)}</strong>
        {entry.by.kind === 'assistant' && <Chip tone="assistant">assistant</Chip>}
        {entry.by.kind === 'integration' && <Chip>integration</Chip>}
        <RelativeTime at={entry.on} />
        <span className="quiet">{recordWords.version(entry.version)}</span>
        {entry.version === 1 && <Chip tone="ok">{recordWords.created}</Chip>}
        {entry.events
          .filter((event) => event !== 'Updated' && event !== 'Created')
          .map((event) => (
            <Chip key={event} tone="info">
              {sentenceCase(event)}
            </Chip>
          ))}
        <Link to={`${recordAddress(account, type.name, id)}?ui.version=${entry.version}`}>{words.asItWas}</Link>
      </header>
      {entry.changed === null ? (
        <p className="quiet">{words.unknownChange}</p>
      ) : (
        <ul>
          {told.map((line) => (
            <li key={line.field.name} className={styles.line}>
              <b>{fieldLabel(line.field.name)}</b>
              {line.field.kind === 'list' ? (
                <RowChanges account={account} field={line.field} from={line.from} to={line.to} reading={reading} />
              ) : (
                <Sides account={account} line={line} reading={reading} />
              )}
              {line.canPutBack && (
                <Button
                  look="quiet"
                  writes
                  busy={isPutting(line)}
                  why={putting === '' || isPutting(line) ? undefined : words.oneByOne}
                  aria-label={words.putBackTitle(
                    fieldLabel(line.field.name),
                    formatValue(line.field, line.from ?? null, reading),
                  )}
                  onClick={() => onPutBack(line)}
                >
                  {words.putBack}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function Sides({ account, line, reading }: { account: string; line: HistoryLine; reading: RecordDisplayContext }) {
  const { from, to } = line;
  if (from === undefined) return <Side account={account} line={line} value={to} reading={reading} look="plain" />;
  return (
    <>
      <Side account={account} line={line} value={from} reading={reading} look="removed" />
      <ChangeArrow />
      <Side account={account} line={line} value={to} reading={reading} look="added" />
    </>
  );
}

function Side({
  account,
  line,
  value,
  reading,
  look,
}: {
  account: string;
  line: HistoryLine;
  value: Json;
  reading: RecordDisplayContext;
  look: 'added' | 'removed' | 'plain';
}) {
  return (
    <span className={look === 'plain' ? styles.plain : diff[look]} dir="auto">
      <FieldValue account={account} field={line.field} value={value} reading={reading} />
    </span>
  );
}
