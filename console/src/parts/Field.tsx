/** Form field: a label, its control, a hint and an error, linked for assistive technology. */
import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
  readonly required?: boolean;
}

export interface FormFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
  readonly optional?: boolean;
  /** Renders the control with the ID and ARIA attributes of the field. */
  readonly children: (named: ControlAttributes) => ReactNode;
}

export function FormField({ label, hint, fault, optional, children }: FormFieldProps) {
  const id = useId();
  const describing = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  const named: ControlAttributes = {
    id,
    ...(describing !== '' && { 'aria-describedby': describing }),
    ...(fault !== undefined && { 'aria-invalid': true as const }),
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children(named)}
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {fault !== undefined && (
        <div id={`${id}-fault`} className={styles.fault}>
          {fault}
        </div>
      )}
    </div>
  );
}
