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

export function risksOf({ operation, changed, planSize }: Proposal): string[] {
  const fields = changed.map(({ field }) => field);
  return [
    ...(operation === 'delete' ? [words.risks.delete] : []),
    ...(operation === 'patch' && fields.includes('Status') ? [words.risks.state] : []),
    ...(operation !== 'delete' && fields.some((field) => /Cost|Rate|Price/.test(field)) ? [words.risks.cost] : []),
    ...((planSize ?? 0) > 20 ? [words.risks.many] : []),
  ];
}
