/** A proposal as the person would have it: its fields to write in, and what follows from that now. It becomes the change of the person. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { faultsByField, Problem as Refusal } from '../api/problem.ts';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { focusNext } from '../parts/focus-next.ts';
import { TextArea } from '../parts/Input.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Problem } from '../parts/Problem.tsx';
import { toast } from '../parts/Toast.tsx';
import { Unread } from '../parts/Unread.tsx';
import { referencesIn } from '../records/data/names.ts';
import { type FullReading, useReading } from '../records/data/reading.ts';
import { recordQuery } from '../records/data/record-data.ts';
import type { FieldDescription, Json, RecordFields, TypeDescription } from '../records/description.ts';
import { labelOf } from '../records/labels.ts';
import { RowChanges } from '../records/RowChanges.tsx';
import { FieldInput } from '../records/record/FieldInput.tsx';
import { same } from '../records/record/same.ts';
import { usePaused } from '../records/use-paused.ts';
import { showValue } from '../records/values.ts';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/approvals.ts';
import { words as recordWords } from '../words/records.ts';
import styles from './approvals.module.css';
import { useWhyNot } from './Decide.tsx';
import { Follows } from './Effect.tsx';
import { editable, insteadOf, proposedValues } from './own-version.ts';
import { approve, type Proposal, rehearsedQuery } from './queries.ts';
import type { Decision } from './use-decision.ts';

export interface OwnVersionProps {
  readonly proposal: Proposal;
  readonly type: TypeDescription;
  readonly decision: Decision;
  readonly onBack: () => void;
}

export function OwnVersion({ proposal, type, decision, onBack }: OwnVersionProps) {
  const { account } = useMe();
  const { recordID } = proposal;
  const found = useQuery({ ...recordQuery(account.id, type.name, recordID ?? 0), enabled: recordID !== null });
  if (recordID !== null && found.data === undefined) return <Unread of={found} />;
  return <Form {...{ proposal, type, decision, onBack }} record={found.data?.record} />;
}

interface FormProps extends OwnVersionProps {
  /** As it is; undefined of one that is to be made. */
  readonly record: RecordFields | undefined;
}

function Form({ proposal, type, decision, record, onBack }: FormProps) {
  const { account } = useMe();
  const queries = useQueryClient();
  const [wished] = useState(() => proposedValues(proposal, type, record));
  const { comment, own, write, isTheirs } = decision;
  const typed = useMemo((): RecordFields => ({ ...wished, ...own }), [wished, own]);
  const [begun, setBegun] = useState(0);
  const references = useMemo(
    () => referencesIn(type, [typed, record ?? {}], Object.keys(typed)),
    [type, typed, record],
  );
  const reading = useReading(account.id, references);
  /** What somebody else has written meanwhile is overwritten by nobody who has not seen it. */
  const byNow = (field: FieldDescription) => {
    const now = record?.[field.name] ?? null;
    if (record === undefined || !isTheirs(field.name, record) || same(now, typed[field.name])) return undefined;
    return recordWords.byNow(showValue(field, now, reading));
  };
  const { operation } = proposal;
  const instead = useMemo(() => insteadOf({ operation }, typed, record), [operation, typed, record]);
  const asked = usePaused(instead, 300);
  const rehearsed = useQuery({
    ...rehearsedQuery(account.id, proposal.id, asked ?? { patch: [] }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
  const isCurrent = asked === instead && !rehearsed.isFetching;
  const shown = rehearsed.data;
  const approving = useMutation({
    mutationFn: () => approve(account.id, shown!, comment.trim(), instead),
    onSuccess: async () => {
      toast(words.own.done);
      await queries.invalidateQueries({ queryKey: [account.id, 'Proposals'] });
      await queries.invalidateQueries({ queryKey: [account.id, 'Proposals waiting'] });
      await queries.invalidateQueries({ queryKey: [account.id, type.name] });
      decision.forget();
      focusNext('h1');
    },
    onError: () => rehearsed.refetch(),
  });
  const refusal = shown?.refusal && new Refusal(shown.refusal, 400);
  const faults = faultsByField(rehearsed.error ?? refusal);
  const isOther = approving.error?.code === 'effect_changed';
  const mayNot = useWhyNot(proposal);
  const whyNot =
    mayNot !== undefined
      ? mayNot
      : instead === undefined
        ? words.own.nothing
        : !isCurrent
          ? words.own.looking
          : shown?.standing !== 'applies'
            ? words.cannot
            : shown.after === null
              ? undefined
              : words.comesAfter(shown.after);
  return (
    <>
      <Panel title={words.own.title}>
        <p className={layout.quiet}>{words.own.text}</p>
        <div className={styles.fields} data-own>
          {editable(type, wished).map((field) => (
            <OwnField
              key={`${field.name} ${begun}`}
              reading={reading}
              field={field}
              value={typed[field.name] ?? null}
              wished={wished[field.name] ?? null}
              now={record?.[field.name]}
              fault={faults[field.name] ?? byNow(field)}
              onValue={(value) => write(field.name, value, wished[field.name] ?? null, record)}
            />
          ))}
        </div>
      </Panel>
      {rehearsed.error && <Problem problem={rehearsed.error} retry={() => void rehearsed.refetch()} />}
      {refusal && instead !== undefined && (
        <Banner tone="bad" role="status">
          {refusal.title}. {refusal.detail}
        </Banner>
      )}
      {instead !== undefined && shown?.standing === 'applies' && (
        <div aria-busy={!isCurrent} className={isCurrent ? undefined : styles.dimmed}>
          <Follows proposal={shown} type={type} />
        </div>
      )}
      <Panel title={words.decide}>
        <div className={styles.decide}>
          {isOther && (
            <Banner tone="warn" role="alert">
              {words.changedSince}
            </Banner>
          )}
          {approving.error && !isOther && <Problem problem={approving.error} />}
          <TextArea
            label={words.comment}
            hint={words.own.commentHint}
            value={comment}
            onValue={decision.say}
            maxLength={2_000}
            rows={2}
          />
          <div className={styles.buttons}>
            <Button onClick={onBack}>{words.own.back}</Button>
            {decision.hasOwn && (
              <Button
                onClick={() => {
                  decision.dropOwn();
                  setBegun(begun + 1);
                }}
              >
                {words.own.anew}
              </Button>
            )}
            <Button
              writes
              look="primary"
              icon="approve"
              busy={approving.isPending}
              why={whyNot}
              onClick={() => approving.mutate()}
            >
              {words.own.approve}
            </Button>
          </div>
        </div>
      </Panel>
    </>
  );
}

interface OwnFieldProps {
  readonly field: FieldDescription;
  readonly reading: FullReading;
  readonly value: Json;
  readonly wished: Json;
  /** Undefined of a record that is to be made. */
  readonly now: Json | undefined;
  readonly fault: string | undefined;
  readonly onValue: (value: Json) => void;
}

/** With both sides to choose from, where they differ. */
function OwnField({ field, reading, value, wished, now, fault, onValue }: OwnFieldProps) {
  const { account } = useMe();
  const [taken, setTaken] = useState(0);
  const take = (side: Json) => {
    onValue(side);
    // Inputs that keep what is typed begin anew.
    setTaken(taken + 1);
  };
  return (
    <div className={field.kind === 'list' || (field.max ?? 0) > 300 ? styles.wide : undefined}>
      <FieldInput key={taken} account={account.id} field={field} value={value} fault={fault} onValue={onValue} />
      {now !== undefined && !same(now, wished) && (
        <fieldset className={styles.sides} aria-label={words.own.choose(labelOf(field.name))}>
          <Button look={same(value, now) ? 'plain' : 'quiet'} aria-pressed={same(value, now)} onClick={() => take(now)}>
            {words.own.asItIs}
          </Button>
          <Button
            look={same(value, wished) ? 'plain' : 'quiet'}
            aria-pressed={same(value, wished)}
            onClick={() => take(wished)}
          >
            {words.own.asProposed}
          </Button>
        </fieldset>
      )}
      {field.kind === 'list' && now !== undefined && !same(now, value) && (
        <div className={styles.rows}>
          <RowChanges account={account.id} field={field} from={now} to={value} reading={reading} />
        </div>
      )}
    </div>
  );
}
