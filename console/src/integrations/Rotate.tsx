/** A new secret for a key, with a grace for the old one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { formatCount } from '../parts/formats.ts';
import { Select } from '../parts/Input.tsx';
import { loadOrRefuse } from '../parts/later.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/integrations.ts';
import { LeaveGuard, loadOneTimeCredentials } from './once.ts';
import { type Integration, type IssuedCredentials, rotateIntegration } from './queries.ts';

export interface RotateDialogProps {
  readonly one: Integration;
  readonly onClose: () => void;
  readonly onIssued: (issued: IssuedCredentials) => void;
}

export function RotateDialog({ one, onClose, onIssued }: RotateDialogProps) {
  const { account } = useMe();
  const queries = useQueryClient();
  const { locale } = useTimeSettings();
  const { previousSecret: older } = one;
  const [grace, setGrace] = useState('86400');
  const rotating = useMutation({
    mutationFn: async () => {
      await loadOrRefuse(loadOneTimeCredentials);
      return rotateIntegration(account.id, one.id, Number(grace));
    },
    onSuccess: (issued) => {
      onClose();
      onIssued(issued);
    },
    // Also where the answer was lost: the secret may be exchanged all the same.
    onSettled: () => void queries.invalidateQueries({ queryKey: [account.id, 'Integrations'] }),
  });
  const underWay = rotating.isPending ? words.once.underWay : undefined;
  return (
    <Dialog
      open
      title={words.rotate.title}
      onClose={() => !rotating.isPending && onClose()}
      onSubmit={() => rotating.mutate()}
      actions={
        <>
          <Button why={underWay} onClick={onClose}>
            {words.form.cancel}
          </Button>
          <Button look="primary" type="submit" writes busy={rotating.isPending}>
            {words.rotate.make}
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        <p>{words.rotate.text}</p>
        {older !== null && (
          <Banner tone="info">
            {older.usedSince === 0 ? words.rotate.older : words.rotate.olderUsed(formatCount(older.usedSince, locale))}
          </Banner>
        )}
        <Select label={words.rotate.grace} value={grace} onValue={setGrace} choices={words.rotate.graces} />
        {rotating.error && <ProblemMessage problem={rotating.error} />}
        {rotating.isPending && <LeaveGuard text={words.once.leave} />}
      </div>
    </Dialog>
  );
}
