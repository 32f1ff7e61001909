/** What a webhook is set to, changed in place; values of headers are replaced, never read. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { make } from '../api/ask.ts';
import { faultsByField } from '../api/problem.ts';
import type { RotatedSecret } from '../api/types.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Select, TextInput, Tick } from '../parts/Input.tsx';
import { useGo } from '../parts/Link.tsx';
import { ready } from '../parts/later.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Problem } from '../parts/Problem.tsx';
import { Moment } from '../parts/RelativeTime.tsx';
import { toast } from '../parts/Toast.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { aboutInWords, filterNameOf } from './describe.ts';
import { FilterField } from './FilterField.tsx';
import { type Header, HeadersEditor } from './HeadersEditor.tsx';
import layout from './layout.module.css';
import { loadWebhookSecret, WebhookSecret } from './once.ts';
import type { Webhook } from './queries.ts';
import { useFilterTitles } from './titles.ts';

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
        <dd>{aboutInWords(webhook, titleOf(webhook))}</dd>
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
          <Moment at={webhook.createdOn} />
        </dd>
      </dl>
      {asking === 'edit' && <Edit webhook={webhook} onClose={close} />}
      {asking === 'remove' && <Remove webhook={webhook} onClose={close} />}
      {asking === 'rotate' && <Rotate webhook={webhook} onClose={close} />}
    </Panel>
  );
}

interface AskingProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

const HIDDEN = '(hidden)';

function Edit({ webhook, onClose }: AskingProps) {
  const account = useAccount();
  const queries = useQueryClient();
  const [name, setName] = useState(webhook.name ?? '');
  const [targetUrl, setTargetUrl] = useState(webhook.targetUrl);
  const [patience, setPatience] = useState(webhook.patience ?? '');
  const [includeOwn, setIncludeOwn] = useState(webhook.includeOwn);
  const filterType = filterNameOf(webhook.entityType);
  const kept = webhook.filterConditionEntityID;
  const [filterID, setFilterID] = useState(kept === null ? null : Number(kept));
  // One that was made by hand may be no number: it stays as it is until another is chosen.
  const isFilterNew = !Number.isNaN(filterID) && filterID !== (kept === null ? null : Number(kept));
  const [headers, setHeaders] = useState<readonly Header[]>(
    Object.keys(webhook.headers).map((header, at) => ({ key: -1 - at, name: header, value: HIDDEN })),
  );
  const patiences = words.form.patiences.some(({ value }) => value === patience)
    ? words.form.patiences
    : [...words.form.patiences, { value: patience, label: words.page.keepsTrying(patience) }];
  const saving = useMutation({
    mutationFn: () => {
      const values = Object.fromEntries(headers.filter((one) => one.name !== '').map((one) => [one.name, one.value]));
      return make<Webhook>('PATCH', `/${account}/Webhooks/${webhook.id}`, [
        { op: 'replace', path: '/name', value: name.trim() === '' ? null : name.trim() },
        { op: 'replace', path: '/targetUrl', value: targetUrl.trim() },
        { op: 'replace', path: '/patience', value: patience === '' ? null : patience },
        { op: 'replace', path: '/headers', value: values },
        { op: 'replace', path: '/includeOwn', value: includeOwn },
        ...(isFilterNew
          ? [
              { op: 'replace', path: '/filterEntityType', value: filterID === null ? null : filterType },
              { op: 'replace', path: '/filterConditionEntityID', value: filterID },
            ]
          : []),
      ]);
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [account, 'Webhooks'] });
      toast(words.page.saved);
      onClose();
    },
  });
  const faults = faultsByField(saving.error);
  return (
    <Dialog
      open
      wide
      title={words.page.edit}
      onClose={onClose}
      onSubmit={() => saving.mutate()}
      actions={
        <>
          <Button onClick={onClose}>{words.form.cancel}</Button>
          <Button look="primary" type="submit" busy={saving.isPending}>
            {words.form.keep}
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        <TextInput label={words.form.name} optional fault={faults.name} value={name} onValue={setName} />
        <TextInput
          label={words.form.targetUrl}
          type="url"
          spellCheck={false}
          fault={faults.targetUrl}
          value={targetUrl}
          onValue={setTargetUrl}
        />
        {filterType !== undefined && (
          <FilterField
            type={filterType}
            value={filterID === null || Number.isNaN(filterID) ? null : filterID}
            onValue={setFilterID}
          />
        )}
        <Select label={words.form.patience} value={patience} onValue={setPatience} choices={patiences} />
        <Tick label={words.form.includeOwn} checked={includeOwn} onChecked={setIncludeOwn} />
        <HeadersEditor headers={headers} faults={faults} onHeaders={setHeaders} />
        {saving.error && <Problem problem={saving.error} />}
      </div>
    </Dialog>
  );
}

function Remove({ webhook, onClose }: AskingProps) {
  const account = useAccount();
  const queries = useQueryClient();
  const go = useGo();
  const removing = useMutation({
    mutationFn: () => make<unknown>('DELETE', `/${account}/Webhooks/${webhook.id}`),
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
          <Button look="danger" type="submit" busy={removing.isPending}>
            {words.page.remove}
          </Button>
        </>
      }
    >
      <p>{words.page.removeText}</p>
      {removing.error && <Problem problem={removing.error} />}
    </Dialog>
  );
}

function Rotate({ webhook, onClose }: AskingProps) {
  const account = useAccount();
  const [grace, setGrace] = useState('86400');
  const rotating = useMutation({
    mutationFn: async () => {
      await ready(loadWebhookSecret);
      const path = `/${account}/Webhooks/${webhook.id}/RotateSecret`;
      return make<RotatedSecret>('POST', path, { graceSeconds: Number(grace) });
    },
  });
  const made = rotating.data;
  return (
    <Dialog
      open
      wide={made !== undefined}
      title={words.page.rotate}
      // What is shown once is not lost by a stray key.
      onClose={() => made === undefined && onClose()}
      onSubmit={() => made === undefined && rotating.mutate()}
      actions={
        made === undefined && (
          <>
            <Button onClick={onClose}>{words.form.cancel}</Button>
            <Button look="primary" type="submit" busy={rotating.isPending}>
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
          {rotating.error && <Problem problem={rotating.error} />}
        </div>
      ) : (
        <WebhookSecret signingSecret={made.signingSecret} onDone={onClose} />
      )}
    </Dialog>
  );
}
