/** A proposal as the person would have it: its fields to write in, and what follows from that now. It becomes the change of the person. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { faultsByField, Problem as Refusal } from '../api/problem.ts';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { focusNext } from '../parts/focus-next.ts';
import { TextArea } from '../parts/Input.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { toast } from '../parts/Toast.tsx';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { findReferences } from '../records/data/names.ts';
import { type RecordDisplayContext, useDisplayContext } from '../records/data/reading.ts';
import { recordQuery } from '../records/data/record-data.ts';
import type { FieldDescription, Json, RecordFields, TypeDescription } from '../records/description.ts';
import { fieldLabel } from '../records/labels.ts';
import { RowChanges } from '../records/RowChanges.tsx';
import { FieldInput } from '../records/record/FieldInput.tsx';
import { isSameJson } from '../records/record/same.ts';
import { useDebounced } from '../records/use-paused.ts';
import { formatValue } from '../records/values.ts';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/approvals.ts';
import { words as recordWords } from '../words/records.ts';
import styles from './approvals.module.css';
import { useDecisionBlockedReason } from './Decide.tsx';
import { ConsequencesPanel } from './Effect.tsx';
import { createReplacement, editableFields, proposedValues } from './own-version.ts';
import { approveProposal, type Proposal, replacementPreviewQuery } from './queries.ts';
import type { DecisionDraft } from './use-decision.ts';

export interface ProposalEditorProps {
  readonly proposal: Proposal;
  readonly type: TypeDescription;
  readonly decision: DecisionDraft;
  readonly onBack: () => void;
}

export function ProposalEditor({ proposal, type, decision, onBack }: ProposalEditorProps) {
  const { account } = useMe();
  const { recordID } = proposal;
  const found = useQuery({ ...recordQuery(account.id, type.name, recordID ?? 0), enabled: recordID !== null });
  if (recordID !== null && found.data === undefined) return <QueryPlaceholder of={found} />;
  return <Form {...{ proposal, type, decision, onBack }} record={found.data?.record} />;
}

interface FormProps extends ProposalEditorProps {
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
    () => findReferences(type, [typed, record ?? {}], Object.keys(typed)),
    [type, typed, record],
  );
  const reading = useDisplayContext(account.id, references);
  /** What somebody else has written meanwhile is overwritten by nobody who has not seen it. */
  const byNow = (field: FieldDescription) => {
    const now = record?.[field.name] ?? null;
    if (record === undefined || !isTheirs(field.name, record) || isSameJson(now, typed[field.name])) return undefined;
    return recordWords.byNow(formatValue(field, now, reading));
  };
  const { operation } = proposal;
  const instead = useMemo(() => createReplacement({ operation }, typed, record), [operation, typed, record]);
  const asked = useDebounced(instead, 300);
  const rehearsed = useQuery({
    ...replacementPreviewQuery(account.id, proposal.id, asked ?? { patch: [] }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
  const isCurrent = asked === instead && !rehearsed.isFetching;
  const shown = rehearsed.data;
  const approving = useMutation({
    mutationFn: () => approveProposal(account.id, shown!, comment.trim(), instead),
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
  const mayNot = useDecisionBlockedReason(proposal);
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
          {editableFields(type, wished).map((field) => (
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
      {rehearsed.error && <ProblemMessage problem={rehearsed.error} retry={() => void rehearsed.refetch()} />}
      {refusal && instead !== undefined && (
        <Banner tone="bad" role="status">
          {refusal.title}. {refusal.detail}
        </Banner>
      )}
      {instead !== undefined && shown?.standing === 'applies' && (
        <div aria-busy={!isCurrent} className={isCurrent ? undefined : styles.dimmed}>
          <ConsequencesPanel proposal={shown} type={type} />
        </div>
      )}
      <Panel title={words.decide}>
        <div className={styles.decide}>
          {isOther && (
            <Banner tone="warn" role="alert">
              {words.changedSince}
            </Banner>
          )}
          {approving.error && !isOther && <ProblemMessage problem={approving.error} />}
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
  readonly reading: RecordDisplayContext;
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
      {now !== undefined && !isSameJson(now, wished) && (
        <fieldset className={styles.sides} aria-label={words.own.choose(fieldLabel(field.name))}>
          <Button
            look={isSameJson(value, now) ? 'plain' : 'quiet'}
            aria-pressed={isSameJson(value, now)}
            onClick={() => take(now)}
          >
            {words.own.asItIs}
          </Button>
          <Button
            look={isSameJson(value, wished) ? 'plain' : 'quiet'}
            aria-pressed={isSameJson(value, wished)}
            onClick={() => take(wished)}
          >
            {words.own.asProposed}
          </Button>
        </fieldset>
      )}
      {field.kind === 'list' && now !== undefined && !isSameJson(now, value) && (
        <div className={styles.rows}>
          <RowChanges account={account.id} field={field} from={now} to={value} reading={reading} />
        </div>
      )}
    </div>
  );
}
