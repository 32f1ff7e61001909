/** Making an integration: a name, what it may do by preset or by role and areas, and at the side what that comes to in words. Then the secret, once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Preset, presets, type Role, roles } from '../../../src/accounts/roles.ts';
import { type Area, areas } from '../../../src/catalogue/index.ts';
import { Button } from '../parts/Button.tsx';
import { Checkbox, Select, TextInput } from '../parts/Input.tsx';
import { Link } from '../parts/Link.tsx';
import { loadOrRefuse } from '../parts/later.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { humanizeName as spelled } from '../parts/State.tsx';
import { AccessGuard } from '../shell/Forbidden.tsx';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/integrations.ts';
import { type IntegrationGrant, permissionSentences } from './may-do.ts';
import styles from './NewIntegration.module.css';
import { AlreadyCreatedNotice, LeaveGuard, loadOneTimeCredentials, OneTimeCredentials } from './once.ts';

export function NewIntegration() {
  const { may } = useMe();
  return (
    <AccessGuard allowed={may.keys} needs="the role Admin">
      <Making />
    </AccessGuard>
  );
}

type Choice = Preset | 'Custom';
const choices = [...(Object.keys(presets) as Preset[]), 'Custom'] as const;

const newOnce = () => crypto.randomUUID?.() ?? String(Math.random());

function Making() {
  const { account, person, keyLimit } = useMe();
  const queries = useQueryClient();
  const [once, setOnce] = useState(newOnce);
  const [name, setName] = useState('');
  const [choice, setChoice] = useState<Choice>('Maintenance');
  const [role, setRole] = useState<Role>('Manager');
  const [chosen, setChosen] = useState<readonly Area[]>(['WorkOrders']);
  const [submitter, setSubmitter] = useState('');
  const [proposesOnly, setProposesOnly] = useState(false);
  const grant: IntegrationGrant = {
    ...(choice === 'Custom' ? { role, areas: chosen } : presets[choice]),
    proposesOnly,
  };
  const making = useMutation({
    mutationFn: async () => {
      const { createIntegration } = await loadOrRefuse(loadOneTimeCredentials);
      const wishes = {
        name: name.trim(),
        ...(choice === 'Custom' ? { role, areas: chosen } : { preset: choice }),
        ...(proposesOnly && { proposesOnly }),
        ...(submitter.trim() !== '' && { submitter: submitter.trim() }),
      };
      return createIntegration(account.id, wishes, once);
    },
    // The secret waits for nothing else; and where the answer was lost, it may be made all the same.
    onSettled: () => void queries.invalidateQueries({ queryKey: [account.id, 'Integrations'] }),
    // What it has made is over: the next one is another. Other refusals may come before it is looked whether it has made one.
    onError: ({ members }) => members.revoked !== undefined && setOnce(newOnce()),
  });
  const all = { to: `/${account.id}/Integrations`, label: words.integrations };
  const made = making.data;
  if (made?.vaultSecret === null) return <AlreadyCreatedNotice id={made.integrationID} name={name.trim()} />;
  if (made !== undefined) return <OneTimeCredentials issued={made} name={name.trim()} isNew />;
  const isTyped = (name + submitter).trim() !== '';
  const missing = grant.areas.length === 0 ? words.form.needsArea : undefined;
  return (
    <>
      <PageHeader title={words.newOne} above={all} />
      {(making.isPending || isTyped) && <LeaveGuard text={making.isPending ? words.once.leave : undefined} />}
      <div className={layout.two}>
        <form
          className={layout.stack}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (missing === undefined) making.mutate();
          }}
        >
          <TextInput
            label={words.form.name}
            hint={words.form.nameHint}
            required
            maxLength={200}
            value={name}
            onValue={setName}
          />
          <fieldset className={layout.fieldset}>
            <legend>{words.form.preset}</legend>
            <div className={styles.cards}>
              {choices.map((one) => (
                <label key={one} className={styles.card}>
                  <input type="radio" name="preset" checked={choice === one} onChange={() => setChoice(one)} />
                  <span>
                    <strong>{one}</strong>
                    <span className={layout.meta}>{words.form.presets[one]}</span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          {choice === 'Custom' && (
            <>
              <Select
                label={words.form.role}
                value={role}
                onValue={(value) => setRole(value as Role)}
                choices={roles.map((value) => ({ value, label: spelled(value) }))}
              />
              <fieldset className={layout.fieldset}>
                <legend>{words.form.areas}</legend>
                <div className={styles.areas}>
                  {areas.map((area) => (
                    <Checkbox
                      key={area}
                      label={spelled(area)}
                      checked={chosen.includes(area)}
                      onChecked={(on) => setChosen(areas.filter((one) => (one === area ? on : chosen.includes(one))))}
                    />
                  ))}
                </div>
              </fieldset>
            </>
          )}
          <Checkbox
            label={words.form.proposesOnly}
            hint={words.form.proposesOnlyHint(!proposesOnly || grant.areas.includes('Assistant'))}
            checked={proposesOnly}
            onChecked={setProposesOnly}
          />
          <TextInput
            label={words.form.submitter}
            hint={words.form.submitterHint}
            optional
            type="email"
            placeholder={person.email}
            value={submitter}
            onValue={setSubmitter}
          />
          {making.error && <ProblemMessage problem={making.error} />}
          <div className={layout.bar}>
            <Button look="primary" type="submit" writes busy={making.isPending} why={missing}>
              {words.form.save}
            </Button>
            <Link to={all.to} look="plain">
              {words.form.cancel}
            </Link>
          </div>
        </form>
        <Panel title={words.form.willBe}>
          <ul className={layout.stack} aria-live="polite">
            {permissionSentences(grant, { submitter: submitter.trim() || person.email, limit: keyLimit }).map(
              (sentence) => (
                <li key={sentence}>{sentence}</li>
              ),
            )}
          </ul>
        </Panel>
      </div>
    </>
  );
}
