/** One record: what it is, where it can go from here, its fields, and what belongs to it. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { faultsByField, Problem as Refusal } from '../../api/problem.ts';
import { Banner } from '../../parts/Banner.tsx';
import { Button } from '../../parts/Button.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { addressOf, Link, useGo } from '../../parts/Link.tsx';
import { later } from '../../parts/later.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { State } from '../../parts/State.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { toast } from '../../parts/Toast.tsx';
import { useMe } from '../../shell/me.ts';
import { usePageActions } from '../../shell/page-actions.ts';
import { rememberRecent } from '../../shell/recent.ts';
import { words } from '../../words/records.ts';
import { listAddress, recordAddress } from '../address.ts';
import { namesOf, referencesIn } from '../data/names.ts';
import { useReading } from '../data/reading.ts';
import { fetchRecord, historyQuery, patchRecord, type Versioned, versionOf } from '../data/record-data.ts';
import type { TypeDescription } from '../description.ts';
import { useKeys } from '../keys.ts';
import { stateFieldOf, typeLabel } from '../labels.ts';
import { titleOf } from '../title.ts';
import { keepDraft } from './drafts.ts';
import { Groups } from './Groups.tsx';
import { groupsOf } from './groups.ts';
import { HistoryTab, LatestHistory } from './History.tsx';
import { authorOf } from './history-lines.ts';
import { MoveBar } from './MoveBar.tsx';
import { NotThere } from './NotThere.tsx';
import { whatHas } from './of-type.ts';
import type { Draft, Operation } from './patch.ts';
import { patchOf } from './patch.ts';
import styles from './RecordPage.module.css';
import { SaveBar } from './SaveBar.tsx';
import { useRecord } from './use-record.ts';
import { type Conflict, useSaving } from './use-saving.ts';

const ConflictDialog = later(() => import('./ConflictDialog.tsx'), 'ConflictDialog');
const DeleteDialog = later(() => import('./DeleteDialog.tsx'), 'DeleteDialog');
const JsonTab = later(() => import('./JsonTab.tsx'), 'JsonTab');
const ReceiveDialog = later(() => import('./ReceiveDialog.tsx'), 'ReceiveDialog');
const RelatedTab = later(() => import('./Related.tsx'), 'RelatedTab');
const SentTab = later(() => import('./Sent.tsx'), 'SentTab');

export interface RecordPageProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  readonly tab: string;
}

export function RecordPage({ account, type, id, tab }: RecordPageProps) {
  const me = useMe();
  const go = useGo();
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const asked = Number(new URLSearchParams(searchStr).get('ui.version')) || undefined;
  const { found, typed, editing, meanwhile, begin, setValue, end, learn, refresh } = useRecord(
    account,
    type,
    id,
    asked,
  );
  const saving = useSaving();
  const [problem, setProblem] = useState<Refusal>();
  const [conflict, setConflict] = useState<Conflict & { readonly who: string }>();
  const [asking, setAsking] = useState<'delete' | 'receive'>();
  const [lastPatch, setLastPatch] = useState<{ readonly operations: readonly Operation[]; readonly etag: string }>();
  const record = found.data?.record;
  const shown = useMemo(() => (record === undefined ? [] : [record]), [record]);
  const references = useMemo(
    () => referencesIn(type, typed ? [...shown, typed.draft, typed.base.record] : shown),
    [type, shown, typed],
  );
  const reading = useReading(account, references);
  const title = record === undefined ? '' : titleOf(type, record, reading.nameOf);
  const state = record && stateFieldOf(type.fields);
  useEffect(() => {
    if (record !== undefined && title !== '') {
      const known = state === undefined ? null : String(record[state]);
      namesOf(account).learn(type.name, id, { title, state: known, deleted: record.Deleted === true });
      const kind = type.singular.charAt(0).toUpperCase() + type.singular.slice(1);
      rememberRecent(account, { to: recordAddress(account, type.name, id), title, kind });
    }
  }, [account, type, id, record, title, state]);

  const mayWrite = me.permissions[type.name]?.write === true;
  const whyNot = asked !== undefined ? words.backToNow : mayWrite ? undefined : words.mayNotWrite(type.plural, me.role);
  const changes =
    typed === undefined ? 0 : patchOf(type, typed.base.record, typed.draft).filter(({ op }) => op !== 'test').length;
  const isDirty = changes > 0;

  const run = async (base: Versioned, draft: Draft) => {
    setProblem(undefined);
    const outcome = await saving.run({ account, type, id }, base, draft);
    if (outcome.is === 'refused') {
      setProblem(outcome.problem);
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid]')?.focus());
    } else if (outcome.is === 'conflict') setConflict({ ...outcome.conflict, who: await newestAuthor() });
    else {
      const who = outcome.together === undefined ? '' : await newestAuthorBefore(outcome.now);
      if (outcome.operations.length > 0) setLastPatch({ operations: outcome.operations, etag: base.etag });
      setConflict(undefined);
      end();
      learn(outcome.now);
      toast(outcome.together === undefined ? words.saved : words.savedTogether(who));
    }
  };
  const history = useQuery({ ...historyQuery(account, type.name, id, 2), enabled: false });
  const newest = async () => (await history.refetch()).data ?? [];
  const newestAuthor = async () => {
    const [entry] = await newest();
    return entry === undefined ? String((await fetchNow())?.record.UpdatedBy ?? '') : authorOf(entry);
  };
  /** Ours is the newest; theirs the one before it. */
  const newestAuthorBefore = async (now: Versioned) => {
    const entries = await newest();
    const theirs = entries.find((entry) => entry.version < versionOf(now.etag));
    return theirs === undefined ? '' : authorOf(theirs);
  };
  const fetchNow = async () => {
    const reply = await fetchRecord(account, type.name, id);
    return reply instanceof Refusal ? undefined : reply;
  };
  const save = () => {
    if (typed !== undefined && isDirty) void run(typed.base, typed.draft);
    else end();
  };
  const restore = async () => {
    const reply = await patchRecord(
      account,
      type.name,
      id,
      [{ op: 'replace', path: '/Deleted', value: false }],
      found.data!.etag,
    );
    if (reply instanceof Refusal) setProblem(reply);
    else learn(reply);
  };
  const editField = (field: string) => {
    const group = groupsOf(type).find(({ fields }) => fields.some(({ name }) => name === field));
    if (group === undefined) return;
    if (tab !== '') go(recordAddress(account, type.name, id));
    begin(group.name);
    requestAnimationFrame(() => focusField(group.name, field));
  };
  useKeys({
    'Ctrl+Enter': () => (editing.size > 0 ? save() : false),
    Escape: () => (editing.size > 0 && !isDirty ? end() : false),
  });
  usePageActions([
    { label: words.edit, key: 'e', why: whyNot, run: () => editField(firstEditable(type)) },
    {
      label: words.movesAction,
      key: 'm',
      run: () => document.querySelector<HTMLElement>('[aria-label=Moves] button')?.focus(),
    },
    { label: words.history, key: 'h', run: () => go(recordAddress(account, type.name, id, 'History')) },
    { label: words.related, run: () => go(recordAddress(account, type.name, id, 'Related')) },
    { label: words.delete, why: whyNot, run: () => setAsking('delete') },
  ]);

  if (found.error && found.data === undefined) {
    return found.error.status === 404 ? (
      <NotThere account={account} type={type} id={id} />
    ) : (
      <Problem problem={found.error} retry={() => void found.refetch()} />
    );
  }
  if (record === undefined || found.data === undefined)
    return <Skeleton rows={8} label={words.loading(type.singular)} />;
  const own = whatHas(type.name);
  const OwnTab = own.tabs[tab];
  const at = (name: string) => recordAddress(account, type.name, id, name);
  const tabs = [
    { to: at(''), label: words.record },
    ...Object.keys(own.tabs).map((name) => ({ to: at(name), label: name })),
    { to: at('History'), label: words.history },
    { to: at('Related'), label: words.related },
    ...(me.companySettings ? [{ to: at('Sent'), label: words.sent }] : []),
    { to: at('Json'), label: words.json },
  ];
  const isReceivable = type.name === 'PurchaseOrders' && ['Sent', 'PartiallyFulfilled'].includes(String(record.Status));
  return (
    <>
      <PageHeader
        title={title}
        above={{ to: listAddress(account, type.name), label: typeLabel(type.name) }}
        beside={
          <span className={styles.beside}>
            {state && typeof record[state] === 'string' && <State of={record[state]} />}
            <span className="quiet">{words.version(asked ?? versionOf(found.data.etag))}</span>
          </span>
        }
        actions={
          <>
            <CopyButton
              text={window.location.origin + addressOf(at(''))}
              what={words.copyLinkTitle}
              label={words.copyLink}
            />
            {isReceivable && (
              <Button icon="check" why={whyNot} onClick={() => setAsking('receive')}>
                {words.receive}
              </Button>
            )}
            {type.name === 'Forms' && record.Status === 'Submitted' && (
              <Link
                look="plain"
                to={amendAddress(account, record)}
                onClick={() =>
                  keepDraft(account, 'Forms', 'new', { base: found.data, draft: { Answers: record.Answers ?? [] } })
                }
              >
                {words.amend}
              </Link>
            )}
            {record.Deleted !== true && (
              <Button icon="trash" look="danger" why={whyNot} onClick={() => setAsking('delete')}>
                {words.delete}
              </Button>
            )}
          </>
        }
      />
      {asked !== undefined && (
        <Banner tone="info" actions={<Link to={at('')}>{words.backToNow}</Link>}>
          {words.asItWas(asked, '')} <RelativeTime at={String(record.UpdatedOn)} />
        </Banner>
      )}
      {record.Deleted === true && asked === undefined && (
        <Banner
          tone="warn"
          actions={
            <Button why={whyNot} onClick={() => void restore()}>
              {words.restore}
            </Button>
          }
        >
          {words.deletedBannerPlain} {String(record.UpdatedBy)}, <RelativeTime at={String(record.UpdatedOn)} />
        </Banner>
      )}
      {meanwhile !== undefined && (
        <Banner tone="warn" role="status">
          {words.movedOn(meanwhile)}
        </Banner>
      )}
      {record.Deleted !== true && asked === undefined && (
        <MoveBar
          account={account}
          type={type}
          id={id}
          now={found.data}
          title={title}
          whyNot={whyNot}
          onFix={editField}
          onMoved={learn}
          onStale={async () => void (await refresh())}
        />
      )}
      <Tabs label={title} tabs={tabs} />
      <div className={styles.tab}>
        {OwnTab !== undefined ? (
          <Suspense fallback={<Skeleton />}>
            <OwnTab account={account} id={id} record={record} />
          </Suspense>
        ) : tab === 'History' ? (
          <HistoryTab account={account} type={type} id={id} now={found.data} whyNot={whyNot} onChanged={learn} />
        ) : tab === 'Related' ? (
          <RelatedTab account={account} type={type} id={id} />
        ) : tab === 'Sent' ? (
          <SentTab account={account} type={type} id={id} />
        ) : tab === 'Json' ? (
          <JsonTab type={type} now={found.data} lastPatch={lastPatch} />
        ) : (
          <div className={styles.columns}>
            <div className={styles.groups}>
              {problem && <Problem problem={problem} />}
              {own.Overview && asked === undefined && (
                <Suspense fallback={<Skeleton rows={3} />}>
                  <own.Overview account={account} id={id} record={record} />
                </Suspense>
              )}
              <Groups
                account={account}
                type={type}
                record={record}
                reading={reading}
                now={found.dataUpdatedAt}
                draft={typed?.draft ?? NOTHING}
                editing={editing}
                faults={faultsByField(problem)}
                whyNot={whyNot}
                onEdit={(group) => {
                  begin(group);
                  requestAnimationFrame(() => focusField(group));
                }}
                onValue={setValue}
              />
              {editing.size > 0 && (
                <SaveBar
                  changes={changes}
                  busy={saving.busy}
                  onSave={save}
                  onDiscard={() => {
                    setProblem(undefined);
                    end();
                    void refresh();
                  }}
                />
              )}
            </div>
            <aside className={styles.rail} aria-label={words.latest}>
              <LatestHistory account={account} type={type} id={id} record={record} />
            </aside>
          </div>
        )}
      </div>
      {conflict && typed && (
        <ConflictDialog
          account={account}
          type={type}
          base={typed.base}
          conflict={conflict}
          who={conflict.who}
          reading={reading}
          busy={saving.busy}
          onClose={() => setConflict(undefined)}
          onSave={(draft) => void run(conflict.theirs, draft)}
        />
      )}
      {asking === 'delete' && (
        <DeleteDialog
          account={account}
          type={type}
          id={id}
          etag={found.data.etag}
          title={title}
          onClose={() => setAsking(undefined)}
          onDeleted={() => {
            setAsking(undefined);
            void refresh();
          }}
          onStale={() => void refresh()}
        />
      )}
      {asking === 'receive' && (
        <ReceiveDialog
          account={account}
          type={type}
          id={id}
          now={found.data}
          onClose={() => setAsking(undefined)}
          onReceived={(now) => {
            setAsking(undefined);
            learn(now);
          }}
        />
      )}
    </>
  );
}
const NOTHING: Draft = {};

function firstEditable(type: TypeDescription): string {
  return type.fields.find(({ name, readOnly }) => !readOnly && name !== 'Status')?.name ?? 'Name';
}

/** As soon as it is there: what fields are made of may still be on its way. */
function focusField(group: string, field?: string, frames = 120): void {
  const box = document.querySelector(`[data-group="${CSS.escape(group)}"]`);
  const any = box?.querySelector<HTMLElement>('input, select, textarea');
  const own = field && box?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
  if (any) (own || any).focus();
  else if (frames > 0) requestAnimationFrame(() => focusField(group, field, frames - 1));
}

function amendAddress(account: string, record: { readonly [field: string]: unknown }): string {
  const query = new URLSearchParams({
    AmendsFormID: String(record.ID),
    FormTemplateID: String(record.FormTemplateID),
    Name: String(record.Name),
  });
  return `/${account}/Forms/new?${query}`;
}
