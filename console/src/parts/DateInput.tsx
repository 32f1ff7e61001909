/** A date, with its time or without. One that is filled in only in part is HALF, and says what it lacks. */
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { words } from '../words/dates.ts';
import styles from './Field.module.css';
import { FormField, type FormFieldProps } from './Field.tsx';
import { PARTIAL_DATE } from './half-date.ts';

export interface DateControl {
  readonly type: 'date' | 'datetime-local';
  /** Value of the input: empty, a date, or `PARTIAL_DATE`. */
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export type DateInputProps = DateControl &
  Pick<FormFieldProps, 'label' | 'hint' | 'fault'> &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'step'> & { readonly 'data-field'?: string };

export function DateInput({ label, hint, fault, type, value, onValue, ...rest }: DateInputProps) {
  const { input, lacks } = useDateControl({ type, value, onValue });
  return (
    <FormField label={label} hint={hint} fault={lacks ?? fault}>
      {(named) => <input {...rest} {...named} {...input} className={styles.input} />}
    </FormField>
  );
}

/** Returns the properties of a date input, and the message for an incomplete date. */
export function useDateControl({ type, value, onValue }: DateControl) {
  /** False while the user is typing: an incomplete date is no error yet. */
  const [isWritten, setWritten] = useState(true);
  /**
   * True if this input itself contained an incomplete date. An incomplete value from before the first render appears
   * empty, but the user has not cleared it.
   */
  const wasHalf = useRef(false);
  const ref = useRef<HTMLInputElement>(null);
  // Clears incomplete text when React reuses the input for another row.
  useLayoutEffect(() => {
    if (value === '' && ref.current?.validity.badInput) ref.current.value = '';
  }, [value]);
  // Browsers report an incomplete date as empty and fire no event for its changes, so the input's validity is checked.
  const look = ({ currentTarget: { validity, value: whole } }: SyntheticEvent<HTMLInputElement>) => {
    if (validity.badInput) {
      wasHalf.current = true;
      if (value !== PARTIAL_DATE) onValue(PARTIAL_DATE);
    } else if (value === PARTIAL_DATE && whole === '' && wasHalf.current) onValue('');
  };
  const input = {
    ref,
    type,
    value: value === PARTIAL_DATE ? '' : value,
    onChange: (event: SyntheticEvent<HTMLInputElement>) => {
      const { validity, value: whole } = event.currentTarget;
      if (validity.badInput) look(event);
      else onValue(whole);
    },
    onBlur: (event: SyntheticEvent<HTMLInputElement>) => {
      setWritten(true);
      look(event);
    },
    // Runs before Enter submits the form, and after any other key.
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      setWritten(event.key === 'Enter');
      look(event);
    },
    onKeyUp: look,
  };
  return { input, lacks: value === PARTIAL_DATE && isWritten ? words[type] : undefined };
}
