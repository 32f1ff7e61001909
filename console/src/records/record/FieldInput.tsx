/** One field of a record as it is written, by its kind. What cannot be read stays as it was typed: the service says what is wrong with it. */
import { type FunctionComponent, useEffect, useState } from 'react';
import { DateInput } from '../../parts/DateInput.tsx';
import { Field } from '../../parts/Field.tsx';
import { grouped } from '../../parts/formats.ts';
import { HALF } from '../../parts/half-date.ts';
import { Select, TextArea, TextInput, Tick } from '../../parts/Input.tsx';
import { instantOf, localOf } from '../../parts/local-time.ts';
import { readNumber, writeNumber } from '../../parts/numbers.ts';
import { useTimes } from '../../parts/times.ts';
import { words } from '../../words/records.ts';
import type { FieldDescription, FieldKind, Json, RecordFields } from '../description.ts';
import { labelOf, sentence } from '../labels.ts';
import { RefPicker } from '../RefPicker.tsx';
import { ListEditor } from './ListEditor.tsx';
import { same } from './same.ts';

export interface FieldInputProps {
  readonly account: string;
  readonly field: FieldDescription;
  readonly value: Json;
  readonly onValue: (value: Json) => void;
  readonly fault?: string | undefined;
  /** What else the field's rows are told, by pointer within it: `2/Quantity`. */
  readonly faults?: Readonly<Record<string, string>>;
  readonly label?: string;
}

export function FieldInput(props: FieldInputProps) {
  const Input = byKind[props.field.kind];
  return <Input {...props} />;
}

const byKind = {
  text: TextField,
  int: NumberField,
  decimal: NumberField,
  boolean: BooleanField,
  timestamp: TimestampField,
  date: DateField,
  enum: EnumField,
  reference: ReferenceField,
  object: ObjectField,
  list: ListField,
  value: ValueField,
  texts: TextsField,
} satisfies Record<FieldKind, FunctionComponent<FieldInputProps>>;

/** What stands around every input. */
function about({ field, label, fault }: FieldInputProps) {
  const name = label ?? labelOf(field.name);
  return { label: field.required ? `${name} (${words.required})` : name, fault };
}

/** Longer ones are written in several lines, and so are answers on forms, which have no limit of their own. */
const ONE_LINE = 500;

function TextField(props: FieldInputProps) {
  const { field, value, onValue } = props;
  const text = value === null ? '' : String(value);
  const change = (typed: string) => onValue(typed === '' && field.nullable ? null : typed);
  if (field.max === undefined || field.max > ONE_LINE)
    return <TextArea {...about(props)} value={text} onValue={change} data-field={field.name} dir="auto" />;
  const type = field.format === 'email' || /Email$/.test(field.name) ? 'email' : 'text';
  return (
    <TextInput
      {...about(props)}
      type={type}
      value={text}
      onValue={change}
      data-field={field.name}
      dir="auto"
      autoComplete="off"
    />
  );
}

function NumberField(props: FieldInputProps) {
  const { value, onValue, field } = props;
  const { locale } = useTimes();
  const shown = typeof value === 'number' ? writeNumber(value, locale) : String(value ?? '');
  const [text, setText] = useState(shown);
  /** Whoever is still typing has not written something wrong yet. */
  const [isWritten, setWritten] = useState(true);
  // What comes from elsewhere is shown; what is being typed ("1.") is left alone.
  useEffect(() => setText((typed) => (readNumber(typed, locale) === value ? typed : shown)), [value, locale, shown]);
  return (
    <TextInput
      {...about(props)}
      fault={isWritten && typeof value === 'string' ? words.notANumber(grouped(1234.5, locale)) : props.fault}
      inputMode="decimal"
      value={text}
      data-field={field.name}
      autoComplete="off"
      onBlur={() => setWritten(true)}
      onValue={(typed) => {
        setWritten(false);
        setText(typed);
        onValue(readNumber(typed, locale));
      }}
    />
  );
}

function BooleanField(props: FieldInputProps) {
  const { field, value, onValue } = props;
  const { label } = about(props);
  if (!field.nullable) return <Tick label={label} checked={value === true} onChecked={onValue} />;
  return (
    <Select
      {...about(props)}
      value={value === null ? '' : String(value)}
      data-field={field.name}
      choices={[
        { value: '', label: words.empty },
        { value: 'true', label: words.yes },
        { value: 'false', label: words.no },
      ]}
      onValue={(chosen) => onValue(chosen === '' ? null : chosen === 'true')}
    />
  );
}

function TimestampField(props: FieldInputProps) {
  const { value, onValue, field } = props;
  const { timeZone } = useTimes();
  const local = value === HALF ? HALF : typeof value === 'string' ? localOf(value, timeZone) : '';
  return (
    <DateInput
      {...about(props)}
      type="datetime-local"
      value={local}
      data-field={field.name}
      hint={timeZone}
      onValue={(typed) => onValue(typed === '' ? null : (instantOf(typed, timeZone) ?? typed))}
    />
  );
}

function DateField(props: FieldInputProps) {
  const { value, onValue, field } = props;
  return (
    <DateInput
      {...about(props)}
      type="date"
      value={typeof value === 'string' ? value : ''}
      data-field={field.name}
      onValue={(typed) => onValue(typed === '' ? null : typed)}
    />
  );
}

function EnumField(props: FieldInputProps) {
  const { field, value, onValue } = props;
  const choices = (field.values ?? []).map((one) => ({ value: one, label: sentence(one) }));
  const isOpen = field.nullable || value === null;
  return (
    <Select
      {...about(props)}
      value={value === null ? '' : String(value)}
      data-field={field.name}
      choices={isOpen ? [{ value: '', label: words.empty }, ...choices] : choices}
      onValue={(chosen) => onValue(chosen === '' ? null : chosen)}
    />
  );
}

function ReferenceField(props: FieldInputProps) {
  const { account, field, value, onValue } = props;
  const { label } = about(props);
  return (
    <Field {...without(about(props))}>
      {(named) => (
        <RefPicker
          account={account}
          to={field.to ?? ''}
          label={label}
          named={named}
          clearable={field.nullable || field.required}
          value={typeof value === 'number' ? value : null}
          onValue={onValue}
        />
      )}
    </Field>
  );
}

/** Without what is undefined, which is not the same as not given. */
function without({ label, fault }: ReturnType<typeof about>) {
  return { label, ...(fault !== undefined && { fault }) };
}

function ObjectField(props: FieldInputProps) {
  const { value, onValue, field } = props;
  const [text, setText] = useState(() => JSON.stringify(value ?? {}, null, 2));
  const [isWrong, setWrong] = useState(false);
  return (
    <TextArea
      {...about(props)}
      fault={isWrong ? words.invalidJson : props.fault}
      className="mono"
      spellCheck={false}
      rows={4}
      value={text}
      data-field={field.name}
      onValue={(typed) => {
        setText(typed);
        const read = readObject(typed);
        setWrong(read === undefined);
        // The service would refuse a text, and says so, rather than that what was typed is lost.
        onValue(read ?? typed);
      }}
    />
  );
}

function readObject(text: string): RecordFields | undefined {
  try {
    const read = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function ListField({ account, field, value, onValue, fault, faults }: FieldInputProps) {
  return (
    <ListEditor
      account={account}
      field={field}
      rows={Array.isArray(value) ? (value as readonly RecordFields[]) : []}
      onRows={onValue}
      fault={fault}
      faults={faults ?? {}}
    />
  );
}

/** An answer on a form: it stays of the kind it was, also while it is emptied and written anew. */
function ValueField(props: FieldInputProps) {
  const { value, field } = props;
  const [was, setWas] = useState({ value, kind: typeof value });
  // Rows of a list change places under their inputs: what comes from elsewhere is of its own kind.
  if (was.value !== value) setWas({ value, kind: typeof value });
  const onValue = (typed: Json) => {
    setWas({ ...was, value: typed });
    props.onValue(typed);
  };
  if (was.kind === 'boolean') return <BooleanField {...props} field={{ ...field, nullable: true }} onValue={onValue} />;
  if (was.kind === 'number') return <NumberField {...props} onValue={onValue} />;
  return (
    <TextArea
      {...about(props)}
      rows={2}
      value={value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)}
      data-field={field.name}
      dir="auto"
      onValue={(typed) => onValue(typed === '' ? null : typed)}
    />
  );
}

function TextsField(props: FieldInputProps) {
  const { value, onValue, field } = props;
  const [text, setText] = useState(() => joined(value));
  // Rows of a list change places under their inputs; what is being typed, an empty line say, is left alone.
  useEffect(() => setText((typed) => (same(linesIn(typed), value ?? []) ? typed : joined(value))), [value]);
  return (
    <TextArea
      {...about(props)}
      rows={2}
      value={text}
      data-field={field.name}
      onValue={(typed) => {
        setText(typed);
        const lines = linesIn(typed);
        onValue(lines.length === 0 && field.nullable ? null : lines);
      }}
    />
  );
}

function linesIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function joined(value: Json): string {
  return Array.isArray(value) ? value.join('\n') : '';
}
