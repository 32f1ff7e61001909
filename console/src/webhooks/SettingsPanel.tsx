/** Settings of a webhook, edited in place. Header values can be replaced but never read. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApiOrThrow } from '../api/ask.ts';
import type { RotatedSecret } from '../api/types.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Select } from '../parts/Input.tsx';
import { useNavigateTo } from '../parts/Link.tsx';
import { lazyComponent, loadOrRefuse } from '../parts/later.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { LocalTime } from '../parts/RelativeTime.tsx';
import { toast } from '../parts/Toast.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { subjectLabel } from './describe.ts';
import layout from './layout.module.css';
import { LeaveGuard, loadWebhookSecret, WebhookSecret } from './once.ts';
import type { Webhook } from './queries.ts';
import { useFilterTitles } from './titles.ts';

const EditWebhook = lazyComponent(() => import('./EditWebhook.tsx'), 'EditWebhook');

export function SettingsPanel({ webhook }: { readonly webhook: Webhook }) {
  const [asking, setAsking] = useState<'edit' | 'remove' | 'rotate'>();
  const titleOf = useFilterTitles([webhook]);
  const close = () => setAsking(undefined);
  const names = Object.keys(webhook.headers);
  return (
    <Panel
      title={words.page.settings}
      actions={
        <>
          <Button icon="edit" onClick={() => setAsking('edit')}>
            {words.page.edit}
          </Button>
          <Button icon="key" onClick={() => setAsking('rotate')}>
            {words.page.rotate}
          </Button>
          <Button icon="trash" onClick={() => setAsking('remove')}>
            {words.page.remove}
          </Button>
        </>
      }
    >
      <dl className={layout.details}>
        <dt>{words.page.sends}</dt>
        <dd>{subjectLabel(webhook, titleOf(webhook))}</dd>
        <dt>{words.page.to}</dt>
        <dd>
          <code>{webhook.targetUrl}</code>
        </dd>
        <dt>{words.page.headers}</dt>
        <dd>
          {names.length === 0 && <span className={layout.quiet}>{words.page.noHeaders}</span>}
          {names.map((name) => (
            <div key={name}>
              <code>{name}</code> <span className={layout.quiet}>••••••</span>
              <span className="unseen">{words.page.hidden}</span>
            </div>
          ))}
        </dd>
        <dt>{words.page.patience}</dt>
        <dd>{webhook.patience === null ? words.page.retries : words.page.keepsTrying(webhook.patience)}</dd>
        <dt>{words.page.own}</dt>
        <dd>{webhook.includeOwn ? words.page.ownIncluded : words.page.ownLeftOut}</dd>
        <dt>{words.page.owner}</dt>
        <dd>{webhook.owner.name}</dd>
        <dt>{words.page.made}</dt>
        <dd>
          <LocalTime at={webhook.createdOn} />
        </dd>
      </dl>
      {asking === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      {asking === 'remove' && <Remove webhook={webhook} onClose={close} />}
      {asking === 'rotate' && <Rotate webhook={webhook} onClose={close} />}
    </Panel>
  );
}

interface AskingProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function Remove({ webhook, onClose }: AskingProps) {
  const account = useAccount();
  const queries = useQueryClient();
  const go = useNavigateTo();
  const removing = useMutation({
    mutationFn: () => callApiOrThrow<unknown>('DELETE', `/${account}/Webhooks/${webhook.id}`),
    onSuccess: () => {
      toast(words.page.removed);
      go(`/${account}/Webhooks`, { replace: true });
      queries.removeQueries({ queryKey: [account, 'Webhooks', String(webhook.id)] });
      void queries.invalidateQueries({ queryKey: [account, 'Webhooks', 'all'] });
    },
  });
  return (
    <Dialog
      open
      title={words.page.removeTitle}
      onClose={onClose}
      onSubmit={() => removing.mutate()}
      actions={
        <>
          <Button onClick={onClose}>{words.form.cancel}</Button>
          <Button look="danger" type="submit" writes busy={removing.isPending}>
            {words.page.remove}
          </Button>
        </>
      }
    >
      <p>{words.page.removeText}</p>
      {removing.error && <ProblemMessage problem={removing.error} />}
    </Dialog>
  );
}

function Rotate({ webhook, onClose }: AskingProps) {
  const account = useAccount();
  const [grace, setGrace] = useState('86400');
  const rotating = useMutation({
    mutationFn: async () => {
      await loadOrRefuse(loadWebhookSecret);
      const path = `/${account}/Webhooks/${webhook.id}/RotateSecret`;
      return callApiOrThrow<RotatedSecret>('POST', path, { graceSeconds: Number(grace) });
    },
  });
  const made = rotating.data;
  const underWay = rotating.isPending ? words.once.underWay : undefined;
  return (
    <Dialog
      open
      wide={made !== undefined}
      title={words.page.rotate}
      // Escape must not lose the secret, neither when shown nor while requested.
      onClose={() => made === undefined && !rotating.isPending && onClose()}
      onSubmit={() => made === undefined && rotating.mutate()}
      actions={
        made === undefined && (
          <>
            <Button why={underWay} onClick={onClose}>
              {words.form.cancel}
            </Button>
            <Button look="primary" type="submit" writes busy={rotating.isPending}>
              {words.page.rotate}
            </Button>
          </>
        )
      }
    >
      {made === undefined ? (
        <div className={layout.stack}>
          <p>{words.page.rotateText}</p>
          <Select label={words.page.grace} value={grace} onValue={setGrace} choices={words.page.graces} />
          {rotating.error && <ProblemMessage problem={rotating.error} />}
          {rotating.isPending && <LeaveGuard text={words.once.leave} />}
        </div>
      ) : (
        <WebhookSecret signingSecret={made.signingSecret} onDone={onClose} />
      )}
    </Dialog>
  );
}
