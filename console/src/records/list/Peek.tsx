/**
 * Preview of a record beside its list, with a link to the record. Escape closes it and returns the focus to the row.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Banner } from '../../parts/Banner.tsx';
import { Button } from '../../parts/Button.tsx';
import { Link } from '../../parts/Link.tsx';
import { lazyComponent } from '../../parts/later.tsx';
import { StateLabel } from '../../parts/State.tsx';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { useRecordChanges } from '../../shell/live/heard.ts';
import { words as listWords } from '../../words/list.ts';
import { words } from '../../words/records.ts';
import { recordAddress } from '../address.ts';
import { findReferences } from '../data/names.ts';
import { type RecordDisplayContext, useDisplayContext } from '../data/reading.ts';
import { recordQuery } from '../data/record-data.ts';
import type { FieldDescription, RecordFields, TypeDescription } from '../description.ts';
import { DueDate, FieldValue } from '../FieldValue.tsx';
import { fieldLabel, findStateField } from '../labels.ts';
import { fieldGroupsOf } from '../record/groups.ts';
import { recordTitle } from '../title.ts';
import styles from './Peek.module.css';

const ListTable = lazyComponent(() => import('../record/ListTable.tsx'), 'ListTable');

export interface PeekProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  readonly now: number;
  /** True if the user has just opened the preview: the focus then moves into it. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

export function Peek({ account, type, id, now, takesFocus, onClose }: PeekProps) {
  const box = useRef<HTMLElement>(null);
  const found = useQuery(recordQuery(account, type.name, id));
  const record = found.data?.record;
  const references = useMemo(() => (record === undefined ? [] : findReferences(type, [record])), [type, record]);
  const reading = useDisplayContext(account, references);
  useRecordChanges((change) => {
    if (change.type === type.name && change.id === id) void found.refetch();
  });
  useEffect(() => {
    if (takesFocus) box.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const title = record === undefined ? '' : recordTitle(type, record, reading.nameOf);
  const state = findStateField(type.fields);
  return (
    <section
      ref={box}
      className={styles.peek}
      aria-label={listWords.peek(title)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0}
      data-peek={id}
    >
      <header>
        <h2 dir="auto">{title}</h2>
        <Button look="quiet" icon="cross" aria-label={listWords.closePeek} onClick={onClose} />
      </header>
      <div className={styles.ways}>
        <Link look="primary" to={recordAddress(account, type.name, id)}>
          {words.open}
        </Link>
        {state && typeof record?.[state] === 'string' && <StateLabel of={record[state]} />}
      </div>
      {record?.Deleted === true && <Banner tone="warn">{words.deletedBannerPlain}</Banner>}
      {record === undefined ? (
        <QueryPlaceholder of={found} rows={8} label={words.loading(type.singular)} />
      ) : (
        <Fields account={account} type={type} record={record} reading={reading} now={now} />
      )}
    </section>
  );
}

interface FieldsProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly record: RecordFields;
  readonly reading: RecordDisplayContext;
  readonly now: number;
}

/** Fields of the preview, without empty ones. */
function Fields({ account, type, record, reading, now }: FieldsProps) {
  const groups = fieldGroupsOf(type)
    .map(({ name, fields }) => ({ name, fields: fields.filter((field) => isTold(field, record)) }))
    .filter(({ fields }) => fields.length > 0);
  return groups.map(({ name, fields }) => (
    <section key={name} className={styles.group}>
      <h3>{name}</h3>
      <dl>
        {fields.map((field) => (
          <div key={field.name} className={field.kind === 'list' ? styles.wide : undefined}>
            <dt>{fieldLabel(field.name)}</dt>
            <dd dir={field.kind === 'text' ? 'auto' : undefined}>
              {field.kind === 'list' ? (
                <ListTable
                  account={account}
                  field={field}
                  rows={record[field.name] as readonly RecordFields[]}
                  reading={reading}
                />
              ) : field.name === 'DueOn' ? (
                <DueDate record={record} value={String(record.DueOn)} reading={reading} now={now} />
              ) : (
                <FieldValue account={account} field={field} value={record[field.name] ?? null} reading={reading} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

function isTold({ name }: FieldDescription, record: RecordFields): boolean {
  const value = record[name] ?? null;
  if (value === null || value === '' || name === 'Deleted') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
