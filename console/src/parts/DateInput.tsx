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
  /** As the input has it: empty, a date, or HALF. */
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

/** What makes an input one of a date, and what is said of it. */
export function useDateControl({ type, value, onValue }: DateControl) {
  /** Whoever is still typing has left out nothing yet. */
  const [isWritten, setWritten] = useState(true);
  /** In this input: what was HALF before it was drawn is empty in it without having been emptied. */
  const wasHalf = useRef(false);
  const ref = useRef<HTMLInputElement>(null);
  // An input that becomes another row's shows nothing of what was half written before.
  useLayoutEffect(() => {
    if (value === '' && ref.current?.validity.badInput) ref.current.value = '';
  }, [value]);
  // To the browser a part is nothing, and it says nothing of parts that come and go: the input is looked at.
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
    // Before Enter sends what was typed, and after whatever else is typed.
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      setWritten(event.key === 'Enter');
      look(event);
    },
    onKeyUp: look,
  };
  return { input, lacks: value === PARTIAL_DATE && isWritten ? words[type] : undefined };
}
