/** Editor of a field: the type's own component, or else one by field kind. */
import type { RecordFields } from '../description.ts';
import { FieldInput, type FieldInputProps } from './FieldInput.tsx';
import { findFieldComponents } from './of-type.tsx';

export interface FieldEditorProps extends FieldInputProps {
  /** Name of the record type. */
  readonly type: string;
  /** Record including the unsaved values. */
  readonly record: RecordFields;
}

export function FieldEditor({ type, record, ...input }: FieldEditorProps) {
  const own = findFieldComponents(type, input.field.name);
  if (own === undefined) return <FieldInput {...input} />;
  const { account, value, fault, onValue } = input;
  return <own.Written account={account} record={record} value={value} fault={fault} onValue={onValue} />;
}
