/** Input for a record field, by field kind. Invalid input stays as typed, and the service reports the error. */
import { type FunctionComponent, useEffect, useState } from 'react';
import { DateInput } from '../../parts/DateInput.tsx';
import { FormField } from '../../parts/Field.tsx';
import { formatCount } from '../../parts/formats.ts';
import { PARTIAL_DATE } from '../../parts/half-date.ts';
import { Checkbox, Select, TextArea, TextInput } from '../../parts/Input.tsx';
import { formatLocalTime, parseLocalTime } from '../../parts/local-time.ts';
import { formatNumberForInput, parseNumber } from '../../parts/numbers.ts';
import { useTimeSettings } from '../../parts/times.ts';
import { words } from '../../words/records.ts';
import type { FieldDescription, FieldKind, Json, RecordFields } from '../description.ts';
import { fieldLabel, sentenceCase } from '../labels.ts';
import { ReferencePicker } from '../RefPicker.tsx';
import { ListEditor } from './ListEditor.tsx';
import { isSameJson } from './same.ts';

export interface FieldInputProps {
  readonly account: string;
  readonly field: FieldDescription;
  readonly value: Json;
  readonly onValue: (value: Json) => void;
  readonly fault?: string | undefined;
  /** Errors of the field's rows, by JSON pointer within the field: `2/Quantity`. */
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

/** Returns the label and error of an input. */
function about({ field, label, fault }: FieldInputProps) {
  const name = label ?? fieldLabel(field.name);
  return { label: field.required ? `${name} (${words.required})` : name, fault };
}

/**
 * Maximum length of a single-line text. Longer texts get several lines, and so do form answers, which have no limit of
 * their own.
 */
const MAX_SINGLE_LINE_LENGTH = 500;

function TextField(props: FieldInputProps) {
  const { field, value, onValue } = props;
  const text = value === null ? '' : String(value);
  const change = (typed: string) => onValue(typed === '' && field.nullable ? null : typed);
  if (field.max === undefined || field.max > MAX_SINGLE_LINE_LENGTH)
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
  const { locale } = useTimeSettings();
  const shown = typeof value === 'number' ? formatNumberForInput(value, locale) : String(value ?? '');
  const [text, setText] = useState(shown);
  /** False while the user is typing: incomplete input is no error yet. */
  const [isWritten, setWritten] = useState(true);
  // Shows changes from elsewhere, but leaves unfinished input ("1.") alone.
  useEffect(() => setText((typed) => (parseNumber(typed, locale) === value ? typed : shown)), [value, locale, shown]);
  return (
    <TextInput
      {...about(props)}
      fault={isWritten && typeof value === 'string' ? words.notANumber(formatCount(1234.5, locale)) : props.fault}
      inputMode="decimal"
      value={text}
      data-field={field.name}
      autoComplete="off"
      onBlur={() => setWritten(true)}
      onValue={(typed) => {
        setWritten(false);
        setText(typed);
        onValue(parseNumber(typed, locale));
      }}
    />
  );
}

function BooleanField(props: FieldInputProps) {
  const { field, value, onValue } = props;
  const { label } = about(props);
  if (!field.nullable) return <Checkbox label={label} checked={value === true} onChecked={onValue} />;
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
  const { timeZone } = useTimeSettings();
  const local =
    value === PARTIAL_DATE ? PARTIAL_DATE : typeof value === 'string' ? formatLocalTime(value, timeZone) : '';
  return (
    <DateInput
      {...about(props)}
      type="datetime-local"
      value={local}
      data-field={field.name}
      hint={timeZone}
      onValue={(typed) => onValue(typed === '' ? null : (parseLocalTime(typed, timeZone) ?? typed))}
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
  const choices = (field.values ?? []).map((one) => ({ value: one, label: sentenceCase(one) }));
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
    <FormField {...without(about(props))}>
      {(named) => (
        <ReferencePicker
          account={account}
          to={field.to ?? ''}
          label={label}
          named={named}
          clearable={field.nullable || field.required}
          value={typeof value === 'number' ? value : null}
          onValue={onValue}
        />
      )}
    </FormField>
  );
}

/** Omits undefined properties: a missing property is not the same as undefined. */
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
        // Keeps invalid JSON as text, so that the service rejects it and no input is lost.
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

/** Form answer. It keeps its kind even while the user clears and retypes it. */
function ValueField(props: FieldInputProps) {
  const { value, field } = props;
  const [was, setWas] = useState({ value, kind: typeof value });
  // List rows can change places, and a value from elsewhere has its own kind.
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
  // List rows can change places. Unfinished input, such as an empty line, stays.
  useEffect(() => setText((typed) => (isSameJson(linesIn(typed), value ?? []) ? typed : joined(value))), [value]);
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
