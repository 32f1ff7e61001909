/** A proposal in a few words: what it is about, what it changes, and what to look at twice. */
import { words } from '../words/approvals.ts';
import type { FieldChange, Proposal } from './queries.ts';

/** Fields that the proposal itself names; the rest follows from them. */
export function namedFields({ patch, body }: Pick<Proposal, 'patch' | 'body'>): ReadonlySet<string> | undefined {
  if (body !== null) return new Set(Object.keys(body));
  const names = (patch ?? []).flatMap(({ path, from }) => [path, from ?? ''].map((one) => one.split('/')[1] ?? ''));
  // A patch of the whole record names every field.
  return (patch ?? []).some(({ path }) => path === '') ? undefined : new Set(names);
}

export function splitChanges(proposal: Proposal): {
  readonly asked: readonly FieldChange[];
  readonly following: readonly FieldChange[];
} {
  const named = namedFields(proposal);
  const isAsked = ({ field }: FieldChange) => named === undefined || named.has(field);
  return {
    asked: proposal.changed.filter(isAsked),
    following: proposal.changed.filter((change) => !isAsked(change)),
  };
}

/** True if a change affects money. Empty or zero amounts of a new record do not count. */
function isMoney({ field, from, to }: FieldChange): boolean {
  return /Cost|Rate|Price|Amount|Total|Budget/.test(field) && !(from === undefined && (to === 0 || to === null));
}

/** Fields that contain a record's state. For assets, the state is a separate record. */
const STATE_FIELDS: ReadonlySet<string> = new Set(['Status', 'AssetStatusID']);

export function risksOf({ operation, changed, planSize }: Proposal): string[] {
  const fields = changed.map(({ field }) => field);
  return [
    ...(operation === 'delete' ? [words.risks.delete] : []),
    ...(operation === 'patch' && fields.some((field) => STATE_FIELDS.has(field)) ? [words.risks.state] : []),
    ...(operation !== 'delete' && changed.some(isMoney) ? [words.risks.cost] : []),
    ...((planSize ?? 0) > 20 ? [words.risks.many] : []),
  ];
}

export interface ProposalPlanGroup {
  readonly key: string;
  /** Null: they stand alone. */
  readonly title: string | null;
  /** Steps of the plan, whether or not they are among the rows. */
  readonly size: number;
  readonly rows: readonly Proposal[];
}

/** Groups proposals by plan and keeps their order. */
export function groupByPlan(rows: readonly Proposal[]): readonly ProposalPlanGroup[] {
  const groups: (ProposalPlanGroup & { readonly rows: Proposal[] })[] = [];
  for (const one of rows) {
    const last = groups.at(-1);
    const before = last?.rows[0]?.plan;
    if (last !== undefined && before === one.plan) last.rows.push(one);
    else groups.push({ key: `${one.id}`, title: one.planTitle, size: one.planSize ?? 1, rows: [one] });
  }
  return groups;
}
