/** A small choice with its label beside it. */
import { useId } from 'react';
import type { SelectOption } from '../parts/Input.tsx';
import styles from './Pick.module.css';

export interface InlineSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly choices: readonly SelectOption[];
}

export function InlineSelect({ label, value, onValue, choices }: InlineSelectProps) {
  const id = useId();
  return (
    <span className={styles.pick}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onValue(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}
