/** Error of a whole form, announced at once above the form. Errors of a single field appear at that field. */
import type { ReactNode } from 'react';
import type { Problem } from '../api/problem.ts';
import { words } from '../words/problem.ts';
import { Banner } from './Banner.tsx';
import { detailBesideFaults, faultText } from './faults.ts';

export function FormProblem({
  problem,
  fields = [],
  children,
}: {
  readonly problem: Problem | undefined;
  readonly fields?: readonly string[];
  /** Additional content from the form. */
  readonly children?: ReactNode;
}) {
  if (problem === undefined) return null;
  const elsewhere = problem.errors.filter(({ pointer = '' }) => !fields.includes(pointer.slice(1)));
  const all = problem.errors.length > 0 && elsewhere.length === 0;
  return (
    <Banner tone="bad" role="alert">
      {all ? words.seeBelow(problem.title) : detailBesideFaults(problem)}
      {elsewhere.map(faultText).map((fault) => (
        <div key={fault}>{fault}</div>
      ))}
      {children}
    </Banner>
  );
}
