/** Dialog that asks for the fields of a move and shows its effects. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { faultsByField, type Problem as Refusal } from '../../api/problem.ts';
import { Banner } from '../../parts/Banner.tsx';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { ProblemMessage } from '../../parts/Problem.tsx';
import { words } from '../../words/move.ts';
import { words as recordWords } from '../../words/records.ts';
import { findReferences } from '../data/names.ts';
import { useDisplayContext } from '../data/reading.ts';
import { type Move, notifiedWebhooksQuery } from '../data/record-data.ts';
import { findField, type RecordFields, type TypeDescription } from '../description.ts';
import { fieldLabel, sentenceCase } from '../labels.ts';
import { RowChanges } from '../RowChanges.tsx';
import { formatValue } from '../values.ts';
import { FieldInput } from './FieldInput.tsx';
import type { MoveOutcome } from './make-move.ts';
import { moveLabel } from './move-words.ts';
import { OpenTasks } from './OpenTasks.tsx';
import type { DraftValues } from './patch.ts';
import { isSameJson } from './same.ts';
import { useMoveDraft } from './use-move-draft.ts';
import { WhereUsed } from './WhereUsed.tsx';

export interface MoveDialogProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  readonly record: RecordFields;
  readonly move: Move;
  readonly title: string;
  readonly onClose: () => void;
  /** Number of unsaved changes of the record, which are saved with the move. */
  readonly unsaved?: number;
  readonly onMove: (fields: RecordFields) => Promise<MoveOutcome['refused']>;
}

export function MoveDialog(props: MoveDialogProps) {
  const { account, type, id, record, move, title, unsaved = 0, onClose, onMove } = props;
  const { to } = move;
  const belongs = (type.states?.asks[to] ?? []).flatMap((name) => findField(type, name) ?? []);
  const asked = belongs.filter(({ kind }) => kind !== 'list');
  const stamp = findField(type, type.states?.stamps[to] ?? '');
  const { typed, wasKept, was, isTheirs, write, made, forget } = useMoveDraft(type.name, id, to, record);
  // Written on the record itself: of them it is shown what others have changed while this is asked.
  const changed = belongs.filter(
    ({ kind, name }) => kind === 'list' && !isSameJson(was[name] ?? null, record[name] ?? null),
  );
  const shown = changed.length === 0 ? [] : findReferences(type, [was, record]);
  const reading = useDisplayContext(account, shown);
  const [problem, setProblem] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const faults = faultsByField(problem);
  const told = useQuery(notifiedWebhooksQuery(account, type.name, id, to)).data ?? undefined;
  const label = moveLabel(String(record.Status), to);
  const submit = async () => {
    setBusy(true);
    const refused = await onMove(typed);
    if (refused === undefined) made();
    if (refused !== 'stopped') setProblem(refused);
    setBusy(false);
  };
  return (
    <Dialog
      open
      title={words.moveTitle(label, title)}
      busy={busy}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button
            onClick={() => {
              forget();
              onClose();
            }}
          >
            {words.moveBack}
          </Button>
          <Button look="primary" type="submit" writes busy={busy}>
            {unsaved > 0 ? words.saveAnd(label) : label}
          </Button>
        </>
      }
    >
      {problem && <ProblemMessage problem={problem} />}
      {unsaved > 0 && <Banner tone="info">{words.savesToo(unsaved)}</Banner>}
      {wasKept && <Banner tone="info">{recordWords.draftFound}</Banner>}
      {to === 'Archived' && <WhereUsed account={account} type={type.name} id={id} />}
      <Warnings account={account} type={type} id={id} record={record} to={to} />
      {changed.map((field) => (
        <section key={field.name}>
          <h3>{fieldLabel(field.name)}</h3>
          <RowChanges {...{ account, field, reading }} from={was[field.name] ?? null} to={record[field.name] ?? null} />
        </section>
      ))}
      {[...asked, ...(stamp && !asked.includes(stamp) ? [stamp] : [])].map((field) => {
        const { name } = field;
        const now = record[name] ?? null;
        // The service sets the time if the user gives none.
        const otherwise = field === stamp ? null : now;
        return (
          <FieldInput
            key={name}
            account={account}
            field={field}
            value={typed[name] === undefined ? otherwise : typed[name]}
            fault={faults[name] ?? (isTheirs(name) ? recordWords.byNow(formatValue(field, now, reading)) : undefined)}
            onValue={(value) => write(name, value, otherwise)}
          />
        );
      })}
      <p className="quiet">{whatFollows(move, stamp?.name, typed, told)}</p>
    </Dialog>
  );
}

/** "Sets Completed to now. Tells 3 webhooks." */
function whatFollows(
  { sets, events }: Move,
  stamp: string | undefined,
  typed: DraftValues,
  told: number | undefined,
): string {
  const own = sets
    .filter((name) => !Object.hasOwn(typed, name))
    .map((name) => (name === stamp ? words.toNow(fieldLabel(name)) : fieldLabel(name)));
  const stamps = own.length === 0 ? '' : words.moveSets(own.join(', '));
  const byEvents = events.length === 0 ? words.moveNoEvents : words.moveEvents(events.map(sentenceCase).join(', '));
  const heard = told === undefined ? byEvents : words.moveTells(told);
  return [stamps, heard].filter((part) => part !== '').join(' ');
}

/** Warnings that do not block the move. */
function Warnings({
  account,
  type,
  id,
  record,
  to,
}: Pick<MoveDialogProps, 'account' | 'type' | 'id' | 'record'> & { readonly to: string }) {
  if (type.name === 'WorkOrders' && to === 'Completed') return <OpenTasks account={account} workOrder={id} />;
  if (type.name !== 'PurchaseOrders' || to !== 'Completed') return null;
  const lines = (record.Lines as readonly RecordFields[]).filter(isOutstanding).map(({ Line }) => String(Line));
  return lines.length === 0 ? null : <Banner tone="warn">{words.shortCloses(lines.join(', '))}</Banner>;
}

export function isOutstanding({ Quantity, QuantityReceived, ShortClosed }: RecordFields): boolean {
  return ShortClosed !== true && Number(QuantityReceived) < Number(Quantity);
}
