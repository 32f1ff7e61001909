/** Asks for one filter: a field, a condition, and what it takes. The chip stands only once all of it is given. */
import { useId, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { FormField } from '../../parts/Field.tsx';
import { formatCount } from '../../parts/formats.ts';
import { Checkbox, Select, TextInput } from '../../parts/Input.tsx';
import { type TimeSettings, useTimeSettings } from '../../parts/times.ts';
import { words as askingWords } from '../../words/filter.ts';
import { words } from '../../words/records.ts';
import { type FieldDescription, findField, type TypeDescription } from '../description.ts';
import { fieldLabel, sentenceCase } from '../labels.ts';
import { ReferencePicker } from '../RefPicker.tsx';
import type { FilterChip } from './chip.ts';
import {
  conditionLabel,
  conditionsOf,
  createChip,
  EMPTY_FILTER_INPUT,
  type FilterCondition,
  type FilterInput,
  filterableFields,
  filterInputOfChip,
  isNumericKind,
} from './conditions.ts';
import styles from './FilterDialog.module.css';
import { RelativeDateInput } from './When.tsx';

export interface FilterDialogProps {
  readonly account: string;
  readonly type: TypeDescription;
  /** The chip that is changed; none for a new one. */
  readonly chip: FilterChip | undefined;
  readonly onApply: (chip: FilterChip) => void;
  readonly onClose: () => void;
}

export function FilterDialog({ account, type, chip, onApply, onClose }: FilterDialogProps) {
  const times = useTimeSettings();
  const [name, setName] = useState(() => firstField(type, chip));
  const field = findField(type, name)!;
  const known = chip && filterInputOfChip(chip, field, times);
  const [condition, setCondition] = useState<FilterCondition>(known?.condition ?? conditionsOf(field)[0]!);
  const [answer, setAnswer] = useState<FilterInput>(known?.answer ?? EMPTY_FILTER_INPUT);
  const [isAsked, setAsked] = useState(false);
  const made = createChip(field, condition, answer, times);
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
        choices={filterableFields(type).map((one) => ({ value: one.name, label: fieldLabel(one.name) }))}
        onValue={(chosen) => {
          setName(chosen);
          setCondition(conditionsOf(findField(type, chosen)!)[0]!);
          setAnswer(EMPTY_FILTER_INPUT);
          setAsked(false);
        }}
      />
      <Select
        label={askingWords.filterIs}
        value={condition}
        choices={conditionsOf(field).map((one) => ({ value: one, label: conditionLabel(one) }))}
        onValue={(chosen) => setCondition(chosen as FilterCondition)}
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

function whatLacks(
  field: FieldDescription,
  condition: FilterCondition,
  answer: FilterInput,
  { locale }: TimeSettings,
): string {
  if (field.kind === 'enum') return askingWords.chooseOne;
  const typed = condition === 'between' ? [answer.from, answer.to] : [answer.text];
  if (!isNumericKind(field) || typed.some((one) => one.trim() === '')) return askingWords.giveValue;
  return field.kind === 'int'
    ? askingWords.notWhole(formatCount(1234, locale))
    : words.notANumber(formatCount(1234.5, locale));
}

function firstField(type: TypeDescription, chip: FilterChip | undefined): string {
  if (chip !== undefined && 'field' in chip) return chip.field;
  if (chip?.is === 'deleted') return 'Deleted';
  return type.states?.field ?? type.title[0] ?? 'ID';
}

interface AskedProps {
  readonly account: string;
  readonly field: FieldDescription;
  readonly condition: FilterCondition;
  readonly answer: FilterInput;
  readonly onAnswer: (answer: FilterInput) => void;
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
            <RelativeDateInput
              label={askingWords.filterFrom}
              value={answer.from}
              onValue={(from) => onAnswer({ ...answer, from })}
            />
          )}
          {condition !== 'since' && (
            <RelativeDateInput
              label={askingWords.filterTo}
              value={answer.to}
              onValue={(to) => onAnswer({ ...answer, to })}
            />
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
      <legend id={id}>{fieldLabel(field.name)}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          label={sentenceCase(choice)}
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
const PERSON_TYPES = new Set(['Employees', 'Users']);

function Referred({ account, field, answer, onAnswer }: Omit<AskedProps, 'condition'>) {
  const [value] = answer.values;
  const isMe = value === '@me';
  return (
    <>
      {PERSON_TYPES.has(field.to ?? '') && (
        <Checkbox
          label={askingWords.filterMe}
          checked={isMe}
          onChecked={(me) => onAnswer({ ...answer, values: me ? ['@me'] : [] })}
        />
      )}
      {!isMe && (
        <FormField label={fieldLabel(field.name)}>
          {(named) => (
            <ReferencePicker
              account={account}
              to={field.to ?? ''}
              label={fieldLabel(field.name)}
              named={named}
              value={value === undefined ? null : Number(value)}
              onValue={(id) => onAnswer({ ...answer, values: id === null ? [] : [String(id)] })}
            />
          )}
        </FormField>
      )}
    </>
  );
}
