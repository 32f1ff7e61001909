/** Record page: the header, moves, fields and related records. */
import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { Banner } from '../../parts/Banner.tsx';
import { focusNext } from '../../parts/focus-next.ts';
import { Link, useNavigateTo } from '../../parts/Link.tsx';
import { lazyComponent } from '../../parts/later.tsx';
import { useUnreachableReason } from '../../parts/out-of-reach.ts';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { QueryPlaceholder } from '../../parts/Unread.tsx';
import { useMe } from '../../shell/me.ts';
import { usePageActions } from '../../shell/page-actions.ts';
import { addRecentItem } from '../../shell/recent.ts';
import { words } from '../../words/records.ts';
import { recordAddress } from '../address.ts';
import { findReferences, getNameStore } from '../data/names.ts';
import { useDisplayContext } from '../data/reading.ts';
import type { TypeDescription } from '../description.ts';
import { useShortcuts } from '../keys.ts';
import { findStateField, sentenceCase } from '../labels.ts';
import { RecordFieldsTab } from '../RecordPages.tsx';
import { recordTitle } from '../title.ts';
import { clickSave, focusField } from './focus-field.ts';
import { fieldGroupsOf } from './groups.ts';
import { preloadFieldComponents } from './load-shown.ts';
import { MoveBar } from './MoveBar.tsx';
import { getTypeExtension } from './of-type.tsx';
import { RecordHeader } from './RecordHeader.tsx';
import styles from './RecordPage.module.css';
import { useRecordEditing } from './use-editing.ts';
import { useRecord } from './use-record.ts';

const AmendLink = lazyComponent(() => import('./Amend.tsx'), 'AmendLink');
const RecordMenu = lazyComponent(() => import('./RecordMenu.tsx'), 'RecordMenu');
const RecordNotFound = lazyComponent(() => import('./NotThere.tsx'), 'RecordNotFound');
const DeletedBanner = lazyComponent(() => import('./DeletedBanner.tsx'), 'DeletedBanner');
const ConflictDialog = lazyComponent(() => import('./ConflictDialog.tsx'), 'ConflictDialog');
const DeleteDialog = lazyComponent(() => import('./DeleteDialog.tsx'), 'DeleteDialog');
const DiscardDialog = lazyComponent(() => import('./DiscardDialog.tsx'), 'DiscardDialog');
const HistoryTab = lazyComponent(() => import('./History.tsx'), 'HistoryTab');
const JsonTab = lazyComponent(() => import('./JsonTab.tsx'), 'JsonTab');
const ReceiveDialog = lazyComponent(() => import('./ReceiveDialog.tsx'), 'ReceiveDialog');
const RelatedTab = lazyComponent(() => import('./Related.tsx'), 'RelatedTab');
const SentTab = lazyComponent(() => import('./Sent.tsx'), 'SentTab');

export interface RecordPageProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  readonly tab: string;
}

export function RecordPage({ account, type, id, tab }: RecordPageProps) {
  const me = useMe();
  const go = useNavigateTo();
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const version = Number(new URLSearchParams(searchStr).get('ui.version')) || undefined;
  const own = useRecord(account, type, id, version);
  const { found, typed, editing, learn, refresh } = own;
  const writing = useRecordEditing({ account, type, id }, own);
  useEffect(() => {
    if (tab === '') preloadFieldComponents(type);
  }, [tab, type]);
  const [asking, setAsking] = useState<'delete' | 'receive' | 'discard'>();
  const record = found.data?.record;
  const references = useMemo(() => {
    const shown = record === undefined ? [] : [record];
    return findReferences(type, typed ? [...shown, typed.draft, typed.base.record] : shown);
  }, [type, record, typed]);
  const reading = useDisplayContext(account, references);
  const title = record === undefined ? '' : recordTitle(type, record, reading.nameOf);
  const state = record && findStateField(type.fields);
  useEffect(() => {
    if (record !== undefined && title !== '') {
      const known = state === undefined ? null : String(record[state]);
      getNameStore(account).learn(type.name, id, { title, state: known, deleted: record.Deleted === true });
      const kind = type.singular.charAt(0).toUpperCase() + type.singular.slice(1);
      addRecentItem(me, { to: recordAddress(account, type.name, id), title, kind });
    }
  }, [me, account, type, id, record, title, state]);

  const mayWrite = me.permissions[type.name]?.write === true;
  const whyNot =
    version !== undefined
      ? words.backToNow
      : mayWrite
        ? undefined
        : words.mayNotWrite(type.plural, sentenceCase(me.role));
  const outOfReach = useUnreachableReason();
  const editField = (field: string) => {
    const group = fieldGroupsOf(type).find(({ fields }) => fields.some(({ name }) => name === field));
    if (group === undefined) return;
    if (tab !== '') go(recordAddress(account, type.name, id));
    own.begin(group.name);
    focusField(group.name, field);
  };
  useShortcuts({
    'Ctrl+Enter': clickSave,
    Escape: () => {
      if (editing.size === 0) return false;
      return writing.changes === 0 ? writing.discard() : setAsking('discard');
    },
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
    { label: words.delete, why: whyNot ?? outOfReach, run: () => setAsking('delete') },
  ]);

  if (record === undefined || found.data === undefined) {
    return found.error?.status === 404 ? (
      <RecordNotFound account={account} type={type} id={id} />
    ) : (
      <QueryPlaceholder of={found} rows={8} label={words.loading(type.singular)} />
    );
  }
  const { tabs: ownTabs } = getTypeExtension(type.name);
  const OwnTab = ownTabs[tab];
  const at = (name: string) => recordAddress(account, type.name, id, name);
  const tabs = [
    { to: at(''), label: words.record },
    ...Object.keys(ownTabs).map((name) => ({ to: at(name), label: name })),
    { to: at('History'), label: words.history },
    { to: at('Related'), label: words.related },
    ...(me.companySettings ? [{ to: at('Sent'), label: words.sent }] : []),
    { to: at('Json'), label: words.json },
  ];
  return (
    <div className={`${styles.page} ${editing.size > 0 ? styles.writing : ''}`}>
      <RecordHeader
        account={account}
        type={type}
        now={found.data}
        version={version}
        title={title}
        whyNot={whyNot}
        onReceive={() => setAsking('receive')}
        amend={
          type.name === 'Forms' && record.Status === 'Submitted' && <AmendLink account={account} record={record} />
        }
        menu={
          <RecordMenu
            account={account}
            type={type.name}
            record={record}
            whyNot={whyNot}
            onDelete={() => setAsking('delete')}
          />
        }
      />
      <div className={styles.banners}>
        {version !== undefined && (
          <Banner tone="info" actions={<Link to={at('')}>{words.backToNow}</Link>}>
            {words.asItWas(version)} <RelativeTime at={String(record.UpdatedOn)} />
          </Banner>
        )}
        {record.Deleted === true && version === undefined && (
          <DeletedBanner
            account={account}
            type={type.name}
            id={id}
            now={found.data}
            whyNot={whyNot}
            onRestored={learn}
            onStale={() => void refresh()}
          />
        )}
        {own.meanwhile !== undefined && (
          <Banner tone="warn" role="status">
            {words.movedOn(own.meanwhile)}
          </Banner>
        )}
      </div>
      {type.states !== null && record.Deleted !== true && version === undefined && (
        <div className={styles.moves}>
          <MoveBar
            account={account}
            type={type}
            id={id}
            now={found.data}
            title={title}
            whyNot={whyNot ?? outOfReach}
            onFix={editField}
            draft={typed?.draft}
            unsaved={writing}
            onNow={own.moved}
          />
        </div>
      )}
      <Tabs label={title} tabs={tabs} />
      <div className={styles.tab}>
        {OwnTab !== undefined ? (
          <OwnTab account={account} type={type.name} id={id} record={record} />
        ) : tab === 'History' ? (
          <HistoryTab
            account={account}
            type={type}
            id={id}
            now={found.data}
            whyNot={whyNot}
            onChanged={learn}
            onStale={() => void refresh()}
          />
        ) : tab === 'Related' ? (
          <RelatedTab account={account} type={type} id={id} />
        ) : tab === 'Sent' ? (
          <SentTab account={account} type={type} id={id} />
        ) : tab === 'Json' ? (
          <JsonTab account={account} type={type} id={id} version={version} />
        ) : (
          <RecordFieldsTab
            account={account}
            type={type}
            id={id}
            record={record}
            version={version}
            reading={reading}
            whyNot={whyNot}
            own={own}
            writing={writing}
          />
        )}
      </div>
      {writing.conflict && typed && (
        <ConflictDialog
          account={account}
          type={type}
          base={typed.base}
          conflict={writing.conflict}
          who={writing.conflict.who}
          busy={writing.busy}
          problem={writing.problem}
          onClose={writing.backToEditing}
          onSave={writing.settle}
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
            void refresh().then(() => focusNext('h1'));
          }}
          onStale={() => void refresh()}
        />
      )}
      {asking === 'discard' && (
        <DiscardDialog
          changes={writing.changes}
          onClose={() => setAsking(undefined)}
          onDiscard={() => {
            setAsking(undefined);
            writing.discard();
          }}
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
    </div>
  );
}

function firstEditable(type: TypeDescription): string {
  return type.fields.find(({ name, readOnly }) => !readOnly && name !== 'Status')?.name ?? 'Name';
}
