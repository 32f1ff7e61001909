/** Record of a record page: its current version, the user's draft, and others' changes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useRecordChanges } from '../../shell/live/heard.ts';
import { useMe } from '../../shell/me.ts';
import { parseEtagVersion, recordQuery, recordQueryKey, type VersionedRecord } from '../data/record-data.ts';
import type { Json, TypeDescription } from '../description.ts';
import { draftSinceSent, loadDraft, type StoredDraft, storeDraft } from './drafts.ts';
import { fieldGroupsOf } from './groups.ts';
import { type DraftValues, isDraftChanged } from './patch.ts';

/** Draft and edited groups at the time of the save request. */
export interface SentDraft {
  readonly draft: DraftValues;
  readonly editing: ReadonlySet<string>;
}

export function useRecord(account: string, type: TypeDescription, id: number, version: number | undefined) {
  const me = useMe();
  const client = useQueryClient();
  const found = useQuery(recordQuery(account, type.name, id, version));
  const [typed, setTyped] = useState<StoredDraft | undefined>(() => loadDraft(me, type.name, id));
  const [editing, setEditing] = useState<ReadonlySet<string>>(() => groupsWith(type, typed));
  /** Name of the user who changed the record during editing. */
  const [meanwhile, setMeanwhile] = useState<string>();
  /** Current state for callbacks that run after the render. */
  const latest = useRef({ typed, editing });
  latest.current = { typed, editing };

  /** Invalidates the queries that depend on the record. Moves are not included: they reload with a new version. */
  const askAnew = useCallback(
    (...but: string[]) =>
      client.invalidateQueries({
        queryKey: recordQueryKey(account, type.name, id),
        predicate: ({ queryKey }) => ![...but, 'moves'].includes(String(queryKey[4])),
      }),
    [client, account, type, id],
  );
  const refresh = useCallback(() => askAnew(), [askAnew]);
  useRecordChanges((change) => {
    if (change.type !== type.name || change.id !== id) return;
    const known = client.getQueryData(recordQuery(account, type.name, id).queryKey);
    if (known !== undefined && parseEtagVersion(known.etag) >= change.version) return;
    // Never replaces the record while the user is editing it.
    if (latest.current.editing.size > 0) setMeanwhile(change.by.name ?? change.by.email ?? '');
    else void refresh();
  });

  const begin = (group: string) => {
    if (found.data === undefined) return;
    if (typed === undefined) setTyped({ base: found.data, draft: {} });
    setEditing((now) => new Set([...now, group]));
  };
  const setValue = (field: string, value: Json) => {
    setTyped((now) => {
      const base = now?.base ?? found.data!;
      const next = { base, draft: { ...now?.draft, [field]: value } };
      storeDraft(me, type.name, id, isDraftChanged(base.record, next.draft) ? next : undefined);
      return next;
    });
  };
  const goOnWith = (kept: StoredDraft | undefined, groups: ReadonlySet<string>, base?: VersionedRecord) => {
    storeDraft(me, type.name, id, kept);
    setTyped(kept ?? (base && groups.size > 0 ? { base, draft: {} } : undefined));
    setEditing(groups);
    setMeanwhile(undefined);
  };
  const end = () => goOnWith(undefined, new Set());
  /** Ends editing after a save. What was typed or opened since the request stays. */
  const endSent = (sent: SentDraft, now: VersionedRecord, met: boolean) => {
    const { typed: written, editing: open } = latest.current;
    const since = written && draftSinceSent(written, sent.draft, now, met);
    const own = groupsWith(type, since);
    goOnWith(since, new Set([...open].filter((group) => own.has(group) || !sent.editing.has(group))), now);
  };
  /** Caches the returned record unless a newer version is known, and invalidates dependent queries. */
  const learn = (now: VersionedRecord) => {
    client.setQueryData(recordQuery(account, type.name, id).queryKey, (known) =>
      known && parseEtagVersion(known.etag) > parseEtagVersion(now.etag) ? known : now,
    );
    void askAnew('itself');
    void client.invalidateQueries({ queryKey: [account, type.name, 'list'], refetchType: 'none' });
  };
  /**
   * Updates the record after a move, or after a merge with others' changes (`met`). The draft continues on the new
   * version.
   */
  const moved = (now: VersionedRecord, met: boolean) => {
    endSent({ draft: {}, editing: new Set() }, now, met);
    learn(now);
  };
  return { found, typed, editing, meanwhile, moved, begin, setValue, end, endSent, learn, refresh };
}

/** Returns the groups that contain typed values, for example from before a reload. */
function groupsWith(type: TypeDescription, typed: StoredDraft | undefined): ReadonlySet<string> {
  if (typed === undefined) return new Set();
  const fields = new Set(Object.keys(typed.draft));
  return new Set(
    fieldGroupsOf(type)
      .filter((group) => group.fields.some(({ name }) => fields.has(name)))
      .map(({ name }) => name),
  );
}
