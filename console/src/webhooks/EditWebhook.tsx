/** A webhook is changed: what it is called, where it sends to, of what, and with which headers. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { make } from '../api/ask.ts';
import { faultsByField } from '../api/problem.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Select, TextInput, Tick } from '../parts/Input.tsx';
import { Problem } from '../parts/Problem.tsx';
import { toast } from '../parts/Toast.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { filterNameOf } from './describe.ts';
import { FilterField } from './FilterField.tsx';
import { faultOfHeaders, type Header, HeadersEditor, headersOf } from './HeadersEditor.tsx';
import layout from './layout.module.css';
import type { Webhook } from './queries.ts';

/** Stands for the value of a header that nobody may read. */
const HIDDEN = '(hidden)';

interface EditWebhookProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function EditWebhook({ webhook, onClose }: EditWebhookProps) {
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
      return make<Webhook>('PATCH', `/${account}/Webhooks/${webhook.id}`, [
        { op: 'replace', path: '/name', value: name.trim() === '' ? null : name.trim() },
        { op: 'replace', path: '/targetUrl', value: targetUrl.trim() },
        { op: 'replace', path: '/patience', value: patience === '' ? null : patience },
        { op: 'replace', path: '/headers', value: headersOf(headers) },
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
          <Button look="primary" type="submit" writes busy={saving.isPending} why={faultOfHeaders(headers)}>
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
