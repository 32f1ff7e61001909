/**
 * Page of a new record. Its form starts with values from the address, or with the answers that it amends, and survives
 * a reload.
 */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { Me } from '../../api/people.ts';
import { faultsByField, Problem as Refusal } from '../../api/problem.ts';
import { Banner } from '../../parts/Banner.tsx';
import { Button } from '../../parts/Button.tsx';
import { Link, useNavigateTo } from '../../parts/Link.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ProblemMessage } from '../../parts/Problem.tsx';
import { toast } from '../../parts/Toast.tsx';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { useInertWhileBusy } from '../../parts/use-on-its-way.ts';
import { Forbidden } from '../../shell/Forbidden.tsx';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/records.ts';
import { listAddress, recordAddress } from '../address.ts';
import { recordQuery } from '../data/record-data.ts';
import {
  type FieldDescription,
  findField,
  type Json,
  type RecordFields,
  type TypeDescription,
} from '../description.ts';
import { useShortcuts } from '../keys.ts';
import { typeLabel } from '../labels.ts';
import { recordTitle } from '../title.ts';
import { type DraftKey, newRecordDraftKey, removeSentDraft, type StoredDraft, storeDraft } from './drafts.ts';
import { clickSave, focusFirstFault } from './focus-field.ts';
import { fieldGroupsOf } from './groups.ts';
import { createRecord } from './make-record.ts';
import styles from './NewPage.module.css';
import { loadNewRecordDraft, typedValuesOf } from './new-draft.ts';
import type { DraftValues } from './patch.ts';
import { isSameJson } from './same.ts';
import { FieldEditor } from './WrittenField.tsx';

export function NewRecordPage({ account, type }: { readonly account: string; readonly type: TypeDescription }) {
  const me = useMe();
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const given = useMemo(() => prefilled(type, searchStr), [type, searchStr]);
  const amends = Number(given.AmendsFormID ?? 0);
  const amended = useQuery({ ...recordQuery(account, 'Forms', amends), enabled: amends > 0, staleTime: 60_000 });
  if (me.permissions[type.name]?.write !== true) return <Forbidden needs={`the right to change ${type.plural}`} />;
  if (amends > 0 && amended.data === undefined) return <QueryPlaceholder of={amended} rows={8} />;
  const Answers = amended.data?.record.Answers;
  return (
    <NewForm
      key={searchStr}
      account={account}
      type={type}
      place={newRecordDraftKey(searchStr)}
      begun={Answers === undefined ? given : { ...given, Answers }}
    />
  );
}

interface FormProps {
  readonly account: string;
  readonly type: TypeDescription;
  /** Draft key: the place where the record was started. */
  readonly place: DraftKey;
  /** Initial values: those from the address, and the answers that it amends. */
  readonly begun: RecordFields;
}

function NewForm({ account, type, place, begun }: FormProps) {
  const me = useMe();
  const go = useNavigateTo();
  const [kept] = useState(() => loadNewRecordDraft(me, type.name, place));
  const [before] = useState(() => (kept === undefined ? {} : typedValuesOf(kept)));
  const [typed, setTyped] = useState<DraftValues>({ ...begun, ...before });
  const [problem, setProblem] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  useInertWhileBusy(fields, busy);
  // One form makes one record, however often its button is pressed, its page is loaded or its answer is lost.
  const [once] = useState(() => kept?.once ?? crypto.randomUUID?.() ?? String(Math.random()));
  const faults = faultsByField(problem);
  const keep = (draft: DraftValues, sent: Pick<StoredDraft, 'isSent'> = {}) =>
    storeDraft(me, type.name, place, { base: { record: begun, etag: '' }, draft, once, ...sent });
  const set = (field: string, value: Json) => {
    const next = { ...typed, [field]: value };
    setTyped(next);
    keep(next);
  };
  const submit = async () => {
    const from = document.activeElement;
    setBusy(true);
    // Includes values from the address that the user did not type.
    keep(typed, { isSent: true });
    const body = toSend(type, typed, me);
    const reply = await createRecord(account, type.name, body, once);
    setBusy(false);
    if (reply instanceof Refusal) {
      setProblem(reply);
      focusFirstFault(from);
      return;
    }
    removeSentDraft(me, type.name, place, typed);
    const made = recordAddress(account, type.name, Number(reply.ID));
    if (fields.current !== null) {
      toast(words.saved);
      go(made, { replace: true });
      return;
    }
    // The user may have left the page: no navigation, only a toast.
    const title = recordTitle(type, reply, () => undefined);
    toast(`${title}: ${words.saved}`, { label: words.open, run: () => go(made) });
  };
  useShortcuts({ 'Ctrl+Enter': clickSave });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PageHeader
        title={words.newTitle(type.singular)}
        above={{ to: listAddress(account, type.name), label: typeLabel(type.name) }}
      />
      <div ref={fields} className={styles.groups}>
        {problem && <ProblemMessage problem={problem} />}
        {!isSameJson({ ...begun, ...before }, begun) && <Banner tone="info">{words.draftFound}</Banner>}
        {fieldGroupsOf(type).map((group) => {
          const fields = group.fields.filter(isWritten);
          if (fields.length === 0) return null;
          return (
            <Panel key={group.name} title={group.name}>
              <div className={styles.fields}>
                {fields.map((field) => (
                  <div
                    key={field.name}
                    className={
                      field.kind === 'list' || (field.max ?? 0) > 300 || field.name === 'Name' ? styles.wide : undefined
                    }
                  >
                    <FieldEditor
                      account={account}
                      type={type.name}
                      record={typed}
                      field={field}
                      value={typed[field.name] === undefined ? defaultOf(field, me) : typed[field.name]!}
                      fault={faults[field.name]}
                      faults={within(faults, field.name)}
                      onValue={(value) => set(field.name, value)}
                    />
                  </div>
                ))}
              </div>
            </Panel>
          );
        })}
      </div>
      <div className={styles.foot}>
        <Link
          look="plain"
          to={listAddress(account, type.name)}
          onClick={() => storeDraft(me, type.name, place, undefined)}
        >
          {words.cancel}
        </Link>
        <Button look="primary" type="submit" writes data-save busy={busy}>
          {words.create}
        </Button>
      </div>
    </form>
  );
}

function isWritten({ readOnly, name }: FieldDescription): boolean {
  return !readOnly && name !== 'Deleted';
}

/** Returns the values to send. Defaults are omitted, because the service fills them. */
function toSend(type: TypeDescription, typed: Readonly<Record<string, Json>>, me: Me): RecordFields {
  const given = Object.entries(typed).filter(([name, value]) => {
    const field = findField(type, name);
    return field !== undefined && !isSameJson(value, defaultOf(field, me)) && !(value === null && !field.nullable);
  });
  return Object.fromEntries(given);
}

/** Returns the default value that the service would use. */
function defaultOf({ defaultFrom, default: value }: FieldDescription, { account }: Me): Json {
  return defaultFrom && 'account' in defaultFrom ? account[defaultFrom.account] : value;
}

/** Returns initial values from the address: `?WorkOrderID=12`. Values have the format of a list query. */
function prefilled(type: TypeDescription, searchStr: string): RecordFields {
  const values: Record<string, Json> = {};
  for (const [name, text] of new URLSearchParams(searchStr)) {
    const field = findField(type, name);
    if (field === undefined || field.readOnly || field.kind === 'list' || field.kind === 'object') continue;
    const isNumber = field.kind === 'int' || field.kind === 'decimal' || field.kind === 'reference';
    values[field.name] =
      field.kind === 'boolean' ? text === 'true' : isNumber ? (Number.isNaN(Number(text)) ? null : Number(text)) : text;
  }
  return values;
}

function within(faults: Readonly<Record<string, string>>, field: string): Record<string, string> {
  const own = Object.entries(faults).filter(([pointer]) => pointer.startsWith(`${field}/`));
  return Object.fromEntries(own.map(([pointer, message]) => [pointer.slice(field.length + 1), message]));
}
