/** Status of a proposal, as a word with a colour. */
import { Chip, type ChipProps } from '../parts/Chip.tsx';
import { words } from '../words/approvals.ts';
import type { Proposal } from './queries.ts';

const tones: Readonly<Record<string, NonNullable<ChipProps['tone']>>> = {
  applies: 'info',
  conflict: 'warn',
  refused: 'bad',
  approved: 'ok',
  rejected: 'plain',
  expired: 'plain',
  failed: 'bad',
};

export function ProposalStatusChip({
  proposal: { state, standing, after },
  movedOn,
}: {
  readonly proposal: Proposal;
  readonly movedOn?: boolean;
}) {
  if (state !== 'pending') return <Chip tone={tones[state] ?? 'plain'}>{words.states[state] ?? state}</Chip>;
  if (after !== null) return <Chip tone="plain">{words.afterStep(after)}</Chip>;
  if (standing === 'applies' && movedOn) return <Chip tone="warn">{words.movedOn}</Chip>;
  return <Chip tone={tones[standing ?? ''] ?? 'plain'}>{words.standings[standing ?? ''] ?? standing}</Chip>;
}
