/** A small choice with its label beside it. */
import { useId } from 'react';
import type { Choice } from '../parts/Input.tsx';
import styles from './Pick.module.css';

export interface PickProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly choices: readonly Choice[];
}

export function Pick({ label, value, onValue, choices }: PickProps) {
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
