/** Form controls with labels: text, password, text area, select and checkbox. */
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { Button } from './Button.tsx';
import styles from './Field.module.css';
import { FormField, type FormFieldProps } from './Field.tsx';

type About = Pick<FormFieldProps, 'label' | 'hint' | 'fault' | 'optional'>;
type Changed = { readonly value: string; readonly onValue: (value: string) => void };

export function TextInput({
  label,
  hint,
  fault,
  optional,
  value,
  onValue,
  ...rest
}: About & Changed & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>) {
  return (
    <FormField {...about({ label, hint, fault, optional })}>
      {(named) => (
        <input
          type="text"
          {...rest}
          {...named}
          className={styles.input}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </FormField>
  );
}

/** Password input that can show its text. Pasting and password managers work. */
export function PasswordInput({
  label,
  hint,
  fault,
  value,
  onValue,
  autoComplete,
  ...rest
}: About & Changed & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <FormField {...about({ label, hint, fault })}>
      {(named) => (
        <div className={styles.secret}>
          <input
            {...rest}
            {...named}
            type={shown ? 'text' : 'password'}
            className={styles.input}
            value={value}
            autoComplete={autoComplete}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => onValue(event.target.value)}
          />
          <Button icon="eye" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
            <span className="unseen"> {label.toLowerCase()}</span>
          </Button>
        </div>
      )}
    </FormField>
  );
}

export function TextArea({
  label,
  hint,
  fault,
  optional,
  value,
  onValue,
  ...rest
}: About & Changed & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange'>) {
  return (
    <FormField {...about({ label, hint, fault, optional })}>
      {(named) => (
        <textarea
          {...rest}
          {...named}
          className={styles.input}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </FormField>
  );
}

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export function Select({
  label,
  hint,
  fault,
  optional,
  value,
  onValue,
  choices,
  ...rest
}: About &
  Changed & { readonly choices: readonly SelectOption[] } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    'value' | 'onChange'
  >) {
  return (
    <FormField {...about({ label, hint, fault, optional })}>
      {(named) => (
        <select
          {...rest}
          {...named}
          className={styles.input}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

export function Checkbox({
  label,
  hint,
  checked,
  onChecked,
}: {
  readonly label: ReactNode;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className={styles.tick}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <span>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span id={`${id}-hint`} className={styles.tickHint}>
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}

/** Omits missing properties: a missing property is not the same as undefined. */
function about({
  label,
  hint,
  fault,
  optional,
}: {
  label: string;
  hint?: ReactNode;
  fault?: string | undefined;
  optional?: boolean | undefined;
}): About {
  return { label, fault, ...(hint !== undefined && { hint }), ...(optional !== undefined && { optional }) };
}
