/** Input for the record that a webhook filters by, if its type supports that. */
import { FormField } from '../parts/Field.tsx';
import { ReferencePicker } from '../records/RefPicker.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { singularLabel } from './describe.ts';

export interface FilterFieldProps {
  /** `Boards` */
  readonly type: string;
  readonly value: number | null;
  readonly onValue: (id: number | null) => void;
}

export function FilterField({ type, value, onValue }: FilterFieldProps) {
  const account = useAccount();
  const kind = singularLabel(type);
  const label = words.form.narrowed(kind);
  return (
    <FormField label={label} hint={words.form.everything(kind)} optional>
      {(named) => (
        <ReferencePicker account={account} to={type} label={label} named={named} value={value} onValue={onValue} />
      )}
    </FormField>
  );
}
