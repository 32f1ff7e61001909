/** Currency of new purchase orders that name none: visible to all who see the company, changed by admins. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApiOrThrow } from '../api/ask.ts';
import { meQuery } from '../api/queries.ts';
import { Button } from '../parts/Button.tsx';
import { FormProblem } from '../parts/FormProblem.tsx';
import { useForm } from '../parts/form.ts';
import { Select } from '../parts/Input.tsx';
import { toast } from '../parts/Toast.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { useMe } from '../shell/me.ts';
import { words } from '../words/settings.ts';
import styles from './settings.module.css';

export function Currency() {
  const { account, role } = useMe();
  const { locale } = useTimeSettings();
  const queries = useQueryClient();
  const [currency, setCurrency] = useState(account.currency);
  const form = useForm(
    () => callApiOrThrow('POST', `/${account.id}/Company`, { currency }),
    () => {
      void queries.invalidateQueries({ queryKey: meQuery(account.id).queryKey });
      toast(words.saved);
    },
  );
  if (role !== 'Admin') return <p>{nameOf(account.currency, locale)}</p>;
  return (
    <form className={styles.bar} onSubmit={form.submit} noValidate>
      <FormProblem problem={form.problem} fields={['currency']} />
      <Select
        label={words.currencyLabel}
        name="currency"
        fault={form.faults.currency}
        choices={codes(account.currency).map((code) => ({ value: code, label: nameOf(code, locale) }))}
        value={currency}
        onValue={setCurrency}
      />
      <Button type="submit" look="primary" writes busy={form.busy}>
        {words.save}
      </Button>
    </form>
  );
}

/** The one of the account is among them, whether or not the browser knows it. */
function codes(own: string): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('currency'), own])].sort();
}

function nameOf(code: string, locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'currency' }).of(code) ?? code;
  return name === code ? code : `${code} · ${name}`;
}
