/** Dialog that edits a webhook's name, address, filter and headers. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApiOrThrow } from '../api/ask.ts';
import { faultsByField } from '../api/problem.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Checkbox, Select, TextInput } from '../parts/Input.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { toast } from '../parts/Toast.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { filterTypeOf } from './describe.ts';
import { FilterField } from './FilterField.tsx';
import { findHeaderFault, type HeaderRow, HeadersEditor, headersFromRows } from './HeadersEditor.tsx';
import layout from './layout.module.css';
import { patienceOptions } from './patience.ts';
import type { Webhook } from './queries.ts';

/** Placeholder for a header value, which no user may read. */
const HIDDEN_HEADER_VALUE = '(hidden)';

interface EditWebhookProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function EditWebhook({ webhook, onClose }: EditWebhookProps) {
  const account = useAccount();
  const queries = useQueryClient();
  // Only fields that the user edits are sent: others may change the rest at the same time.
  const [opened] = useState(webhook);
  const [name, setName] = useState(opened.name ?? '');
  const [targetUrl, setTargetUrl] = useState(opened.targetUrl);
  const [patience, setPatience] = useState(opened.patience ?? '');
  const [includeOwn, setIncludeOwn] = useState(opened.includeOwn);
  const filterType = filterTypeOf(opened.entityType);
  const kept = opened.filterConditionEntityID;
  const [filterID, setFilterID] = useState(kept === null ? null : Number(kept));
  // A filter ID set through the API may be no number. It stays unchanged until the user chooses another record.
  const isFilterNew = !Number.isNaN(filterID) && filterID !== (kept === null ? null : Number(kept));
  const [openedHeaders] = useState<readonly HeaderRow[]>(() =>
    Object.keys(opened.headers).map((header, at) => ({ key: -1 - at, name: header, value: HIDDEN_HEADER_VALUE })),
  );
  const [headers, setHeaders] = useState(openedHeaders);
  const typed = {
    name: name.trim() === '' ? null : name.trim(),
    targetUrl: targetUrl.trim(),
    patience: patience === '' ? null : patience,
    includeOwn,
  };
  const touched = (['name', 'targetUrl', 'patience', 'includeOwn'] as const).filter(
    (field) => typed[field] !== opened[field],
  );
  const saving = useMutation({
    mutationFn: () =>
      callApiOrThrow<Webhook>('PATCH', `/${account}/Webhooks/${opened.id}`, [
        ...touched.map((field) => ({ op: 'replace', path: `/${field}`, value: typed[field] })),
        ...(headers === openedHeaders ? [] : [{ op: 'replace', path: '/headers', value: headersFromRows(headers) }]),
        ...(isFilterNew
          ? [
              { op: 'replace', path: '/filterEntityType', value: filterID === null ? null : filterType },
              { op: 'replace', path: '/filterConditionEntityID', value: filterID },
            ]
          : []),
      ]),
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
      busy={saving.isPending}
      onClose={onClose}
      onSubmit={() => saving.mutate()}
      actions={
        <>
          <Button onClick={onClose}>{words.form.cancel}</Button>
          <Button look="primary" type="submit" writes busy={saving.isPending} why={findHeaderFault(headers)}>
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
        <Select
          label={words.form.patience}
          value={patience}
          onValue={setPatience}
          choices={patienceOptions(patience)}
        />
        <Checkbox label={words.form.includeOwn} checked={includeOwn} onChecked={setIncludeOwn} />
        <HeadersEditor headers={headers} faults={faults} onHeaders={setHeaders} />
        {saving.error && <ProblemMessage problem={saving.error} />}
      </div>
    </Dialog>
  );
}
