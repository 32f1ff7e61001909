/** One field while it is written: in the way of its type, or by its kind. */
import type { RecordFields } from '../description.ts';
import { FieldInput, type FieldInputProps } from './FieldInput.tsx';
import { findFieldComponents } from './of-type.tsx';

export interface FieldEditorProps extends FieldInputProps {
  /** The name of its type. */
  readonly type: string;
  /** With what was typed so far. */
  readonly record: RecordFields;
}

export function FieldEditor({ type, record, ...input }: FieldEditorProps) {
  const own = findFieldComponents(type, input.field.name);
  if (own === undefined) return <FieldInput {...input} />;
  const { account, value, fault, onValue } = input;
  return <own.Written account={account} record={record} value={value} fault={fault} onValue={onValue} />;
}
