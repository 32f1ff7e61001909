/** Value of a record field, read-only: a reference as a link, a state with its icon, a time in the user's time zone. */
import { Link } from '../parts/Link.tsx';
import { TimeWithTooltip } from '../parts/RelativeTime.tsx';
import { StateLabel } from '../parts/State.tsx';
import { formatLateness } from '../parts/times.ts';
import { words } from '../words/records.ts';
import { recordAddress } from './address.ts';
import type { RecordDisplayContext } from './data/reading.ts';
import type { FieldDescription, Json, RecordFields } from './description.ts';
import styles from './FieldValue.module.css';
import { EMPTY_VALUE, formatTime, formatValue } from './values.ts';

export interface FieldValueProps {
  readonly account: string;
  readonly field: FieldDescription;
  readonly value: Json;
  readonly reading: RecordDisplayContext;
}

const STATE_FIELDS = new Set(['Status', 'BaseStatus']);

export function FieldValue({ account, field, value, reading }: FieldValueProps) {
  if (value === null || value === undefined || value === '') return <span className={styles.none}>{EMPTY_VALUE}</span>;
  if (field.kind === 'reference' && typeof value === 'number') {
    return <ReferenceLink account={account} type={field.to ?? ''} id={value} reading={reading} />;
  }
  if (field.kind === 'enum' && STATE_FIELDS.has(field.name)) return <StateLabel of={String(value)} />;
  if (field.kind === 'timestamp') {
    const text = String(value);
    return <TimeWithTooltip at={text}>{formatTime(text, reading)}</TimeWithTooltip>;
  }
  const text = formatValue(field, value, reading);
  if (field.name === 'Colour') return <Colour value={text} />;
  return field.kind === 'enum' && (text === 'Urgent' || text === 'Critical') ? <strong>{text}</strong> : text;
}

export function ReferenceLink({
  account,
  type,
  id,
  reading,
}: {
  readonly account: string;
  readonly type: string;
  readonly id: number;
  readonly reading: RecordDisplayContext;
}) {
  const name = reading.names.find(type, id);
  // No link to a record that the user may not see.
  if (name === null) return <span className={styles.none}>#{id}</span>;
  return (
    <Link to={recordAddress(account, type, id)} className={name?.deleted ? styles.deleted! : ''}>
      {name?.title ?? `#${id}`}
      {name?.deleted && <span className="unseen"> ({words.deletedMark})</span>}
    </Link>
  );
}

/** Colour sample. Only valid colour codes are painted, and never as a style from user data. */
function Colour({ value }: { readonly value: string }) {
  const isColour = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i.test(value);
  return (
    <span className={styles.colour}>
      {isColour && (
        <svg width="12" height="12" aria-hidden="true">
          <rect width="12" height="12" rx="3" fill={value} />
        </svg>
      )}
      {value}
    </span>
  );
}

interface DueDateProps {
  readonly record: RecordFields;
  readonly value: string;
  readonly now: number;
}

/** Due date, with the delay while the record is not finished. */
export function DueDate({ reading, ...due }: DueDateProps & { readonly reading: RecordDisplayContext }) {
  return (
    <span>
      <LatenessLabel {...due} /> <TimeWithTooltip at={due.value}>{formatTime(due.value, reading)}</TimeWithTooltip>
    </span>
  );
}

/** Delay such as "3 d late". Its tooltip shows the due date. */
export function LatenessLabel({ record, value, now }: DueDateProps) {
  const late = formatLateness(record, value, now);
  return (
    late && (
      <TimeWithTooltip at={value} className={styles.late}>
        {late}
      </TimeWithTooltip>
    )
  );
}
