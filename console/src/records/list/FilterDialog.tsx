/** Asks for one filter: a field, a condition, and what it takes. The chip stands only once all of it is given. */
import { useId, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Field } from '../../parts/Field.tsx';
import { grouped } from '../../parts/formats.ts';
import { Select, TextInput, Tick } from '../../parts/Input.tsx';
import { type Times, useTimes } from '../../parts/times.ts';
import { words as askingWords } from '../../words/filter.ts';
import { words } from '../../words/records.ts';
import { type FieldDescription, fieldOf, type TypeDescription } from '../description.ts';
import { labelOf, sentence } from '../labels.ts';
import { RefPicker } from '../RefPicker.tsx';
import type { Chip } from './chip.ts';
import {
  type Answer,
  answerOf,
  type Condition,
  chipOf,
  conditionLabel,
  conditionsOf,
  fieldsToFilter,
  isCounted,
  NO_ANSWER,
} from './conditions.ts';
import styles from './FilterDialog.module.css';
import { When } from './When.tsx';

export interface FilterDialogProps {
  readonly account: string;
  readonly type: TypeDescription;
  /** The chip that is changed; none for a new one. */
  readonly chip: Chip | undefined;
  readonly onApply: (chip: Chip) => void;
  readonly onClose: () => void;
}

export function FilterDialog({ account, type, chip, onApply, onClose }: FilterDialogProps) {
  const times = useTimes();
  const [name, setName] = useState(() => firstField(type, chip));
  const field = fieldOf(type, name)!;
  const known = chip && answerOf(chip, field, times);
  const [condition, setCondition] = useState<Condition>(known?.condition ?? conditionsOf(field)[0]!);
  const [answer, setAnswer] = useState<Answer>(known?.answer ?? NO_ANSWER);
  const [isAsked, setAsked] = useState(false);
  const made = chipOf(field, condition, answer, times);
  const apply = () => {
    setAsked(true);
    if (made !== undefined) onApply(made);
  };
  return (
    <Dialog
      open
      title={askingWords.filterTitle}
      onClose={onClose}
      onSubmit={apply}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" type="submit">
            {askingWords.filterApply}
          </Button>
        </>
      }
    >
      <Select
        label={askingWords.filterField}
        value={name}
        choices={fieldsToFilter(type).map((one) => ({ value: one.name, label: labelOf(one.name) }))}
        onValue={(chosen) => {
          setName(chosen);
          setCondition(conditionsOf(fieldOf(type, chosen)!)[0]!);
          setAnswer(NO_ANSWER);
          setAsked(false);
        }}
      />
      <Select
        label={askingWords.filterIs}
        value={condition}
        choices={conditionsOf(field).map((one) => ({ value: one, label: conditionLabel(one) }))}
        onValue={(chosen) => setCondition(chosen as Condition)}
      />
      <Asked account={account} field={field} condition={condition} answer={answer} onAnswer={setAnswer} />
      {isAsked && made === undefined && (
        <p role="alert" className={styles.fault}>
          {whatLacks(field, condition, answer, times)}
        </p>
      )}
    </Dialog>
  );
}

function whatLacks(field: FieldDescription, condition: Condition, answer: Answer, { locale }: Times): string {
  if (field.kind === 'enum') return askingWords.chooseOne;
  const typed = condition === 'between' ? [answer.from, answer.to] : [answer.text];
  if (!isCounted(field) || typed.some((one) => one.trim() === '')) return askingWords.giveValue;
  return field.kind === 'int' ? askingWords.notWhole(grouped(1234, locale)) : words.notANumber(grouped(1234.5, locale));
}

function firstField(type: TypeDescription, chip: Chip | undefined): string {
  if (chip !== undefined && 'field' in chip) return chip.field;
  if (chip?.is === 'deleted') return 'Deleted';
  return type.states?.field ?? type.title[0] ?? 'ID';
}

interface AskedProps {
  readonly account: string;
  readonly field: FieldDescription;
  readonly condition: Condition;
  readonly answer: Answer;
  readonly onAnswer: (answer: Answer) => void;
}

function Asked({ account, field, condition, answer, onAnswer }: AskedProps) {
  if (['empty', 'filled', 'also', 'only'].includes(condition)) return null;
  switch (field.kind) {
    case 'enum':
      return <Ticks field={field} choices={field.values ?? []} answer={answer} onAnswer={onAnswer} />;
    case 'boolean':
      return (
        <Select
          label={askingWords.filterValue}
          value={answer.values[0] ?? ''}
          choices={[
            { value: '', label: '' },
            { value: 'true', label: words.yes },
            { value: 'false', label: words.no },
          ]}
          onValue={(value) => onAnswer({ ...answer, values: value === '' ? [] : [value] })}
        />
      );
    case 'reference':
      return <Referred account={account} field={field} answer={answer} onAnswer={onAnswer} />;
    case 'timestamp':
    case 'date':
      return (
        <>
          {condition !== 'before' && (
            <When
              label={askingWords.filterFrom}
              value={answer.from}
              onValue={(from) => onAnswer({ ...answer, from })}
            />
          )}
          {condition !== 'since' && (
            <When label={askingWords.filterTo} value={answer.to} onValue={(to) => onAnswer({ ...answer, to })} />
          )}
        </>
      );
    case 'int':
    case 'decimal':
      if (condition !== 'between') return <Typed field={field} answer={answer} onAnswer={onAnswer} />;
      return (
        <div className={styles.when}>
          <TextInput
            label={askingWords.filterLeast}
            value={answer.from}
            inputMode="decimal"
            onValue={(from) => onAnswer({ ...answer, from })}
          />
          <TextInput
            label={askingWords.filterMost}
            value={answer.to}
            inputMode="decimal"
            onValue={(to) => onAnswer({ ...answer, to })}
          />
        </div>
      );
    default:
      return <Typed field={field} answer={answer} onAnswer={onAnswer} />;
  }
}

function Typed({ field, answer, onAnswer }: Pick<AskedProps, 'field' | 'answer' | 'onAnswer'>) {
  return (
    <TextInput
      label={askingWords.filterValue}
      value={answer.text}
      inputMode={field.kind === 'text' ? 'text' : 'decimal'}
      onValue={(text) => onAnswer({ ...answer, text })}
    />
  );
}

function Ticks({
  field,
  choices,
  answer,
  onAnswer,
}: Pick<AskedProps, 'field' | 'answer' | 'onAnswer'> & { readonly choices: readonly string[] }) {
  const id = useId();
  return (
    <fieldset className={styles.ticks} aria-labelledby={id}>
      <legend id={id}>{labelOf(field.name)}</legend>
      {choices.map((choice) => (
        <Tick
          key={choice}
          label={sentence(choice)}
          checked={answer.values.includes(choice)}
          onChecked={(checked) => {
            const chosen = choices.filter((one) => (one === choice ? checked : answer.values.includes(one)));
            onAnswer({ ...answer, values: chosen });
          }}
        />
      ))}
    </fieldset>
  );
}

/** People who use the console are users, and may be employees: "me" is one of those. */
const PEOPLE = new Set(['Employees', 'Users']);

function Referred({ account, field, answer, onAnswer }: Omit<AskedProps, 'condition'>) {
  const [value] = answer.values;
  const isMe = value === '@me';
  return (
    <>
      {PEOPLE.has(field.to ?? '') && (
        <Tick
          label={askingWords.filterMe}
          checked={isMe}
          onChecked={(me) => onAnswer({ ...answer, values: me ? ['@me'] : [] })}
        />
      )}
      {!isMe && (
        <Field label={labelOf(field.name)}>
          {(named) => (
            <RefPicker
              account={account}
              to={field.to ?? ''}
              label={labelOf(field.name)}
              named={named}
              value={value === undefined ? null : Number(value)}
              onValue={(id) => onAnswer({ ...answer, values: id === null ? [] : [String(id)] })}
            />
          )}
        </Field>
      )}
    </>
  );
}
