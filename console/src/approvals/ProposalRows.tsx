/** Proposals as rows, those of a plan together in its order, each with a tick where it may be approved with others. */
import { useMemo } from 'react';
import { visibleText } from '../../../src/lib/visible-text.ts';
import { Button } from '../parts/Button.tsx';
import { Chip } from '../parts/Chip.tsx';
import { Link } from '../parts/Link.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { Table, type TableColumn } from '../parts/Table.tsx';
import { useRecordTypes } from '../records/data/catalogue.ts';
import { useDisplayContext } from '../records/data/reading.ts';
import { type FieldDescription, findField, type Json, type TypeDescription } from '../records/description.ts';
import { fieldLabel, sentenceCase } from '../records/labels.ts';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/approvals.ts';
import styles from './approvals.module.css';
import { groupByPlan, namedFields, risksOf } from './describe.ts';
import type { Proposal } from './queries.ts';
import { ProposalStatusChip } from './Standing.tsx';

export interface ProposalRowsProps {
  readonly rows: readonly Proposal[];
  readonly account: string;
  readonly ticked: ReadonlySet<number>;
  readonly onTicked: (ticked: ReadonlySet<number>) => void;
  readonly dimmed: boolean;
}

export function ProposalRows({ rows, account, ticked, onTicked, dimmed }: ProposalRowsProps) {
  const { permissions } = useMe();
  const types = useRecordTypes(account);
  const references = useMemo(
    () => rows.flatMap(({ type, recordID }) => (recordID === null ? [] : [{ type, id: recordID }])),
    [rows],
  );
  const reading = useDisplayContext(account, references);
  const canTick = ({ state, standing, type }: Proposal) =>
    state === 'pending' && standing === 'applies' && permissions[type]?.write === true;
  const tickable = rows.filter(canTick);
  const toggle = (id: number, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(id);
    else next.delete(id);
    onTicked(next);
  };
  const about = ({ type, recordID, body }: Proposal) => {
    const singular = types.find(({ name }) => name === type)?.singular ?? type;
    if (recordID === null) return nameIn(body) === undefined ? singular : `${singular} · ${nameIn(body)}`;
    return reading.names.find(type, recordID)?.title ?? `${singular} ${recordID}`;
  };
  const columns: TableColumn<Proposal>[] = [
    {
      key: 'what',
      title: words.columns.what,
      cell: (one) => (
        <div className={styles.first}>
          {canTick(one) ? (
            <label className="hit">
              <input
                type="checkbox"
                aria-label={words.tick(one.id)}
                checked={ticked.has(one.id)}
                onChange={(event) => toggle(one.id, event.target.checked)}
              />
            </label>
          ) : (
            tickable.length > 0 && <span className={styles.noTick} />
          )}
          <div>
            <Link to={`/${account}/Approvals/${one.id}`}>
              {words.operations[one.operation]} {about(one)}
            </Link>
            {one.plan !== null && <div className={layout.meta}>{words.place(one.order, one.planSize ?? 1)}</div>}
          </div>
        </div>
      ),
    },
    {
      key: 'change',
      title: words.columns.change,
      cell: (one) => (
        <div>
          <div>
            {inALine(
              one,
              types.find(({ name }) => name === one.type),
            )}
          </div>
          <div className={styles.chips}>
            {risksOf(one).map((risk) => (
              <Chip key={risk} tone="warn">
                {risk}
              </Chip>
            ))}
          </div>
        </div>
      ),
    },
    {
      key: 'why',
      title: words.columns.why,
      cell: ({ reason }) => <div className={`${styles.reason} ${styles.cut}`}>{reason}</div>,
    },
    {
      key: 'by',
      title: words.columns.by,
      cell: (one) => (
        <>
          {one.by.name}
          <div className={layout.meta}>{words.worksFor(one.for)}</div>
        </>
      ),
      minor: true,
    },
    { key: 'age', title: words.columns.age, cell: ({ createdOn }) => <RelativeTime at={createdOn} /> },
    { key: 'standing', title: words.columns.standing, cell: (one) => <ProposalStatusChip proposal={one} /> },
  ];
  return (
    <>
      {tickable.length > 1 && (
        <div className={layout.bar}>
          <Button onClick={() => onTicked(new Set(tickable.map(({ id }) => id)))}>{words.chooseAll}</Button>
          <span aria-live="polite">{ticked.size > 0 && words.chosen(ticked.size)}</span>
        </div>
      )}
      {groupByPlan(rows).map((group) => (
        <section key={group.key} className={styles.plan} aria-label={group.title ?? words.alone}>
          {group.title !== null && (
            <h2>
              {group.title} <span className={layout.meta}>{words.steps(group.size, group.rows.length)}</span>
            </h2>
          )}
          <Table
            caption={group.title ?? words.alone}
            columns={columns}
            rows={group.rows}
            keyOf={({ id }) => id}
            dimmed={dimmed}
          />
        </section>
      ))}
    </>
  );
}

/** What a record that is to be made will be called. */
function nameIn(body: Proposal['body']): string | undefined {
  const name = body?.Name ?? body?.Title;
  return typeof name === 'string' ? visibleText(name) : undefined;
}

/** What it changes: of a few short values what they become, of others which they are. */
function inALine(proposal: Proposal, type: TypeDescription | undefined): string {
  const named = [...(namedFields(proposal) ?? proposal.changed.map(({ field }) => field))].filter(
    (field) => field !== '',
  );
  const shown = named.slice(0, 4).map((name) => {
    const change = proposal.operation === 'patch' && proposal.changed.find(({ field }) => field === name);
    const value = change ? shortly(type && findField(type, name), change.to) : undefined;
    return value === undefined ? fieldLabel(name) : words.becomes(fieldLabel(name), value);
  });
  return `${shown.join(', ')}${named.length > 4 ? ' …' : ''}`;
}

const MAX_INLINE_CHARACTERS = 30;

/** Undefined of what takes a name to be looked up, a time zone, or more room than there is. */
function shortly(field: FieldDescription | undefined, value: Json): string | undefined {
  if (field?.kind === 'enum' && typeof value === 'string') return sentenceCase(value);
  if (field?.kind === 'text' && typeof value === 'string')
    return value.length > MAX_INLINE_CHARACTERS ? undefined : visibleText(value);
  if (field?.kind === 'int' || field?.kind === 'decimal') return typeof value === 'number' ? String(value) : undefined;
  return undefined;
}
