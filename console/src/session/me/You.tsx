/** Names, time zone and language. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApiOrThrow } from '../../api/ask.ts';
import { meQuery, sessionQuery } from '../../api/queries.ts';
import { Button } from '../../parts/Button.tsx';
import { FormProblem } from '../../parts/FormProblem.tsx';
import { useForm } from '../../parts/form.ts';
import { Select } from '../../parts/Input.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { toast } from '../../parts/Toast.tsx';
import { browserTimeZone, localeOptions, timeZoneOptions } from '../../parts/time-zones.ts';
import { sentenceCase } from '../../records/labels.ts';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/session.ts';
import styles from './Me.module.css';

export function PersonalDetails() {
  const { person, role, account } = useMe();
  const queries = useQueryClient();
  const [TimeZone, setZone] = useState(person.timeZone ?? 'UTC');
  const [Locale, setLocale] = useState(person.locale ?? 'en');
  const form = useForm(
    () => callApiOrThrow('POST', `/${account.id}/Me`, { TimeZone, Locale }),
    () => {
      void queries.invalidateQueries({ queryKey: meQuery(account.id).queryKey });
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      toast(words.saved);
    },
  );
  return (
    <Panel title={words.you}>
      <p className={styles.who}>
        <strong>{person.name}</strong>
        <span>{person.email}</span>
        <span>
          {sentenceCase(role)}, {account.name}
        </span>
      </p>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <FormProblem problem={form.problem} fields={['TimeZone', 'Locale']} />
        <Select
          label={words.timeZone}
          name="TimeZone"
          hint={TimeZone === browserTimeZone ? undefined : words.zoneOfBrowser(browserTimeZone)}
          fault={form.faults.TimeZone}
          choices={timeZoneOptions(person.timeZone ?? browserTimeZone)}
          value={TimeZone}
          onValue={setZone}
        />
        <Select
          label={words.language}
          name="Locale"
          fault={form.faults.Locale}
          choices={localeOptions(person.locale ?? 'en')}
          value={Locale}
          onValue={setLocale}
        />
        <Button type="submit" look="primary" writes busy={form.busy}>
          {words.save}
        </Button>
      </form>
    </Panel>
  );
}
