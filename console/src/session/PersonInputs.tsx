/** What people say of themselves before they are in: their names, and a password they have not had yet. */
import type { FormState } from '../parts/form.ts';
import { PasswordInput, TextInput } from '../parts/Input.tsx';
import { words } from '../words/session.ts';

export interface PersonNames {
  readonly firstName: string;
  readonly lastName: string;
}

interface NameInputsProps {
  readonly form: FormState;
  readonly value: PersonNames;
  readonly onValue: (names: PersonNames) => void;
}

export function NameInputs({ form, value, onValue }: NameInputsProps) {
  return (
    <>
      <TextInput
        label={words.firstName}
        name="firstName"
        autoComplete="given-name"
        fault={form.faults.firstName}
        value={value.firstName}
        onValue={(firstName) => onValue({ ...value, firstName })}
      />
      <TextInput
        label={words.lastName}
        name="lastName"
        autoComplete="family-name"
        fault={form.faults.lastName}
        value={value.lastName}
        onValue={(lastName) => onValue({ ...value, lastName })}
      />
    </>
  );
}

interface NewPasswordInputProps {
  readonly form: FormState;
  /** Where there is another one, it is the new one. */
  readonly label?: string;
  readonly value: string;
  readonly onValue: (password: string) => void;
}

export function NewPasswordInput({ form, label = words.newPassword, value, onValue }: NewPasswordInputProps) {
  return (
    <PasswordInput
      label={label}
      hint={words.passwordRule}
      name="password"
      autoComplete="new-password"
      fault={form.faults.password}
      value={value}
      onValue={onValue}
    />
  );
}

/** So that password managers know whose password this is. */
export function HiddenUsername({ email }: { readonly email: string }) {
  return <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />;
}
