/** The passkeys one has here: made, named and removed. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApiOrThrow, createQueryFn } from '../../api/ask.ts';
import { meQuery } from '../../api/queries.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { FormProblem } from '../../parts/FormProblem.tsx';
import { useForm } from '../../parts/form.ts';
import { TextInput } from '../../parts/Input.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ProblemMessage } from '../../parts/Problem.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { Table } from '../../parts/Table.tsx';
import { toast } from '../../parts/Toast.tsx';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/session.ts';
import { createPasskey, supportsPasskeys } from '../authenticator.ts';
import { deviceName } from './device-name.ts';
import styles from './Me.module.css';

interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdOn: string;
  readonly lastUsedOn: string | null;
}

export function Passkeys() {
  const account = useAccount();
  const queries = useQueryClient();
  const path = `/${account}/Me/Passkeys`;
  const passkeys = useQuery({ queryKey: [account, 'Passkeys'], queryFn: createQueryFn<readonly Passkey[]>(path) });
  const [renamed, setRenamed] = useState<Passkey>();
  const changed = () => {
    void queries.invalidateQueries({ queryKey: [account, 'Passkeys'] });
    void queries.invalidateQueries({ queryKey: meQuery(account).queryKey });
  };
  const add = useMutation({
    mutationFn: () => createPasskey<Passkey>(path, deviceName(navigator.userAgent)),
    onSuccess(made) {
      if (made === undefined) return;
      changed();
      // It has a name already; most people have a better one.
      setRenamed(made);
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: Passkey) => callApiOrThrow('DELETE', `${path}/${id}`),
    onSuccess: (_, { name }) => toast(words.passkeyRemoved(name)),
    onSettled: changed,
  });
  // One at a time: of several only the newest would be shown as under way.
  const turnOf = (id: string) =>
    !remove.isPending ? {} : remove.variables.id === id ? { busy: true } : { why: words.oneByOne };
  return (
    <Panel
      title={words.passkeys}
      flush={passkeys.data !== undefined && passkeys.data.length > 0}
      actions={
        <Button
          writes
          busy={add.isPending}
          why={supportsPasskeys() ? undefined : words.noPasskeysHere}
          onClick={() => add.mutate()}
        >
          {words.addPasskey}
        </Button>
      }
    >
      {add.error && <ProblemMessage problem={add.error} />}
      {remove.error && <ProblemMessage problem={remove.error} />}
      <QueryPlaceholder of={passkeys} rows={2} />
      {passkeys.data?.length === 0 && <p className="quiet">{words.passkeysHint}</p>}
      {passkeys.data && passkeys.data.length > 0 && (
        <Table
          caption={words.passkeys}
          rows={passkeys.data}
          keyOf={({ id }) => id}
          columns={[
            { key: 'name', title: words.passkeyName, cell: ({ name }) => name },
            {
              key: 'used',
              title: words.lastUsed,
              cell: ({ lastUsedOn }) => (lastUsedOn === null ? words.neverUsed : <RelativeTime at={lastUsedOn} />),
            },
            { key: 'made', title: words.added, cell: ({ createdOn }) => <RelativeTime at={createdOn} /> },
            {
              key: 'do',
              title: <span className="unseen">{words.change}</span>,
              cell: (passkey) => (
                <span className={styles.actions}>
                  <Button look="quiet" aria-label={words.renameNamed(passkey.name)} onClick={() => setRenamed(passkey)}>
                    {words.rename}
                  </Button>
                  <Button
                    look="quiet"
                    writes
                    aria-label={words.removeNamed(passkey.name)}
                    {...turnOf(passkey.id)}
                    onClick={() => remove.mutate(passkey)}
                  >
                    {words.remove}
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
      {renamed && <Rename path={path} passkey={renamed} onDone={changed} onClose={() => setRenamed(undefined)} />}
    </Panel>
  );
}

interface RenameProps {
  readonly path: string;
  readonly passkey: Passkey;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function Rename({ path, passkey: { id, name: before }, onDone, onClose }: RenameProps) {
  const [name, setName] = useState(before);
  const form = useForm(
    () => callApiOrThrow('POST', `${path}/${id}/Rename`, { name }),
    () => {
      onDone();
      onClose();
    },
  );
  return (
    <Dialog
      open
      title={words.namePasskey}
      busy={form.busy}
      onClose={onClose}
      onSubmit={form.submit}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" look="primary" writes busy={form.busy}>
            {words.save}
          </Button>
        </>
      }
    >
      <FormProblem problem={form.problem} fields={['name']} />
      <TextInput label={words.passkeyName} name="name" fault={form.faults.name} value={name} onValue={setName} />
    </Dialog>
  );
}
