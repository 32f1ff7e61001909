/** Ending a key for good: first what follows from it, then its name typed by hand. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_WAITING_COUNT } from '../../../src/webhooks/diagnostics/max-waiting-count.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { formatCount } from '../parts/formats.ts';
import { TextInput } from '../parts/Input.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { toast } from '../parts/Toast.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { useMe } from '../shell/me.ts';
import { subjectLabel } from '../webhooks/describe.ts';
import layout from '../webhooks/layout.module.css';
import { webhooksQuery } from '../webhooks/queries.ts';
import { words } from '../words/integrations.ts';
import { type Integration, type RevokePreview, revokeIntegration, revokePreviewQuery } from './queries.ts';

export interface RevokeDialogProps {
  readonly one: Integration;
  readonly onClose: () => void;
  readonly onRotate: () => void;
}

export function RevokeDialog({ one, onClose, onRotate }: RevokeDialogProps) {
  const { account } = useMe();
  const queries = useQueryClient();
  const preview = useQuery(revokePreviewQuery(account.id, one.id));
  const [typed, setTyped] = useState('');
  const revoking = useMutation({
    mutationFn: () => revokeIntegration(account.id, one.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [account.id] });
      toast(words.revoke.revoked);
      onClose();
    },
  });
  const isNamed = typed.trim() === one.name.trim();
  return (
    <Dialog
      open
      title={words.revoke.title(one.name)}
      onClose={onClose}
      onSubmit={() => isNamed && revoking.mutate()}
      actions={
        <>
          <Button onClick={onRotate}>{words.revoke.rotateInstead}</Button>
          <Button onClick={onClose}>{words.form.cancel}</Button>
          <Button
            look="danger"
            type="submit"
            writes
            busy={revoking.isPending}
            why={isNamed ? undefined : words.revoke.notYet}
          >
            {words.revoke.action}
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        <QueryPlaceholder of={preview} rows={3} />
        {preview.data && <Consequences one={one} preview={preview.data} />}
        <p>
          <strong>{words.revoke.final}</strong>
        </p>
        <TextInput
          label={words.revoke.typeName(one.name)}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onValue={setTyped}
        />
        {revoking.error && <ProblemMessage problem={revoking.error} />}
      </div>
    </Dialog>
  );
}

function Consequences({ one, preview }: { readonly one: Integration; readonly preview: RevokePreview }) {
  const { account } = useMe();
  const { locale } = useTimeSettings();
  const number = (value: number) => formatCount(value, locale);
  const waiting = preview.waitingDeliveries;
  const all = useQuery({ ...webhooksQuery(account.id), enabled: preview.webhooks > 0 });
  const ending = (all.data ?? []).filter(({ owner, active }) => owner.id === one.id && active);
  return (
    <ul className={layout.stack} aria-label={words.revoke.final}>
      <li>
        {preview.webhooks === 0 ? words.revoke.noWebhooks : words.revoke.webhooksOff(preview.webhooks)}
        {ending.length > 0 && `: ${ending.map((webhook) => webhook.name || subjectLabel(webhook)).join(', ')}`}
      </li>
      {waiting > 0 && <li>{words.revoke.dropped(number(waiting), waiting < MAX_WAITING_COUNT)}</li>}
      <li>{preview.calls24h === 0 ? words.revoke.noCalls : words.revoke.calls(number(preview.calls24h))}</li>
      <li>
        {words.revoke.lastCall}: <RelativeTime at={preview.lastUsedOn} />
      </li>
    </ul>
  );
}
