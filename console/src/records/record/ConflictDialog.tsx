/**
 * Conflict dialog for two users who changed the same fields. It shows what is merged, and the user chooses a value for
 * each conflict.
 */
import { useId, useMemo, useState } from 'react';
import type { Problem as Refusal } from '../../api/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { ProblemMessage } from '../../parts/Problem.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { words as metWords } from '../../words/conflict.ts';
import { words } from '../../words/records.ts';
import { ChangeArrow } from '../Became.tsx';
import { findReferences } from '../data/names.ts';
import { type RecordDisplayContext, useDisplayContext } from '../data/reading.ts';
import { parseEtagVersion, type VersionedRecord } from '../data/record-data.ts';
import { type FieldDescription, findField, type Json, type TypeDescription } from '../description.ts';
import { FieldValue } from '../FieldValue.tsx';
import { fieldLabel } from '../labels.ts';
import { RowChanges } from '../RowChanges.tsx';
import { formatValue } from '../values.ts';
import styles from './ConflictDialog.module.css';
import { FieldInput } from './FieldInput.tsx';
import type { MergedField } from './merge.ts';
import type { DraftValues } from './patch.ts';
import type { SaveConflict } from './use-saving.ts';

export interface ConflictDialogProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly base: VersionedRecord;
  readonly conflict: SaveConflict;
  /** Author of the newest change. */
  readonly who: string;
  readonly busy: boolean;
  /** Reason why the chosen values could not be saved. */
  readonly problem: Refusal | undefined;
  readonly onClose: () => void;
  readonly onSave: (draft: DraftValues) => void;
}

type Choice = { readonly of: 'theirs' | 'yours' } | { readonly of: 'other'; readonly value: Json };

export function ConflictDialog({
  account,
  type,
  base,
  conflict,
  who,
  busy,
  problem,
  onClose,
  onSave,
}: ConflictDialogProps) {
  const { theirs, merge } = conflict;
  // Both versions may contain references that the page has not shown.
  const references = useMemo(
    () =>
      findReferences(type, [
        base.record,
        theirs.record,
        ...merge.conflicts.map(({ field, yours }) => ({ [field]: yours })),
      ]),
    [type, base, theirs, merge],
  );
  const reading = useDisplayContext(account, references);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const version = parseEtagVersion(theirs.etag);
  const isDone = merge.conflicts.every(({ field }) => choices[field] !== undefined);
  const submit = () => {
    const chosen = merge.conflicts.flatMap(({ field, yours }): [string, Json][] => {
      const choice = choices[field];
      if (choice === undefined || choice.of === 'theirs') return [];
      return [[field, choice.of === 'other' ? choice.value : yours]];
    });
    onSave({ ...merge.draft, ...Object.fromEntries(chosen) });
  };
  return (
    <Dialog
      open
      wide
      title={metWords.conflictTitle(who)}
      busy={busy}
      onClose={onClose}
      onSubmit={() => isDone && submit()}
      actions={
        <>
          <Button onClick={onClose}>{words.backToEditing}</Button>
          <Button
            look="primary"
            type="submit"
            writes
            busy={busy}
            why={isDone ? undefined : 'Choose for every field first'}
          >
            {metWords.saveOn(version)}
          </Button>
        </>
      }
    >
      {problem && <ProblemMessage problem={problem} />}
      <p>
        {metWords.became(version)} <RelativeTime at={String(theirs.record.UpdatedOn)} />
        {metWords.began(parseEtagVersion(base.etag))}
      </p>
      {(merge.theirs.length > 0 || merge.yours.length > 0) && (
        <section>
          <h3>{metWords.keptFromBoth}</h3>
          <ul className={styles.kept}>
            {merge.theirs.map((changed) => (
              <Kept key={changed.field} {...{ account, type, changed, reading }} by={metWords.theirsMark(who)} />
            ))}
            {merge.yours.map((changed) => (
              <Kept key={changed.field} {...{ account, type, changed, reading }} by={metWords.yoursMark} />
            ))}
          </ul>
        </section>
      )}
      {merge.conflicts.map(({ field: name, was, theirs: their, yours }) => {
        const field = findField(type, name)!;
        const choice = choices[name];
        const choose = (next: Choice) => setChoices((now) => ({ ...now, [name]: next }));
        return (
          <fieldset key={name} className={styles.conflict}>
            <legend>{fieldLabel(name)}</legend>
            <div className={styles.was}>
              <span className={styles.name}>{metWords.was}</span>
              <FieldValue account={account} field={field} value={was} reading={reading} />
            </div>
            <Side
              {...{ account, field, was, reading }}
              title={metWords.theirs}
              value={their}
              isChosen={choice?.of === 'theirs'}
              onChoose={() => choose({ of: 'theirs' })}
            />
            <Side
              {...{ account, field, was, reading }}
              title={metWords.yours}
              value={yours}
              isChosen={choice?.of === 'yours'}
              onChoose={() => choose({ of: 'yours' })}
            />
            {field.kind !== 'list' && (
              <label>
                <input
                  type="radio"
                  name={name}
                  checked={choice?.of === 'other'}
                  onChange={() => choose({ of: 'other', value: yours })}
                />
                <span className={styles.name}>{metWords.other}</span>
              </label>
            )}
            {choice?.of === 'other' && (
              <FieldInput
                account={account}
                field={field}
                label={metWords.otherFor(fieldLabel(name))}
                value={choice.value}
                onValue={(value) => choose({ of: 'other', value })}
              />
            )}
          </fieldset>
        );
      })}
    </Dialog>
  );
}

interface SideProps {
  readonly account: string;
  readonly field: FieldDescription;
  readonly title: string;
  readonly was: Json;
  readonly value: Json;
  readonly reading: RecordDisplayContext;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** Value to choose from. A list shows what that side changed. */
function Side({ account, field, title, was, value, reading, isChosen, onChoose }: SideProps) {
  const id = useId();
  const isList = field.kind === 'list';
  return (
    <div className={isList ? styles.rows : undefined}>
      <label>
        <input
          type="radio"
          name={field.name}
          checked={isChosen}
          onChange={onChoose}
          aria-describedby={isList ? id : undefined}
        />
        <span className={styles.name}>{title}</span>{' '}
        {!isList && <span dir="auto">{formatValue(field, value, reading)}</span>}
      </label>
      {isList && (
        <div id={id}>
          <RowChanges account={account} field={field} from={was} to={value} reading={reading} />
        </div>
      )}
    </div>
  );
}

function Kept({
  account,
  type,
  changed: { field: name, was, now },
  by,
  reading,
}: {
  account: string;
  type: TypeDescription;
  changed: MergedField;
  by: string;
  reading: RecordDisplayContext;
}) {
  const field = findField(type, name)!;
  return (
    <li>
      <b>{fieldLabel(name)}</b>{' '}
      {field.kind !== 'list' && (
        <>
          {formatValue(field, was, reading)} <ChangeArrow /> {formatValue(field, now, reading)}{' '}
        </>
      )}
      <span className="quiet">({by})</span>
      {field.kind === 'list' && <RowChanges account={account} field={field} from={was} to={now} reading={reading} />}
    </li>
  );
}
