/** The form of what a declaration cannot say about a record type: a few questions, each asked at its stage of a write. */
import type { Problem } from '../../../problems.ts';
import type { Found, Need } from '../../store.ts';
import type { RecordDraft } from '../draft.ts';
import type { Follow } from '../states.ts';

export interface Rule {
  /** The state that other fields lead to. Asked before the move is judged. */
  readonly follow?: Follow;
  /** Judges the record as a whole, and puts in what follows from other fields. Sees no other record. */
  readonly settle?: (draft: RecordDraft) => Problem | undefined;
  /** The other records that `judge` must see. */
  readonly needs?: (draft: RecordDraft) => readonly Need[];
  readonly judge?: (draft: RecordDraft, found: Found) => Problem | undefined;
  /** Protects an invariant: checked for every change, including removal of the record. */
  readonly guard?: {
    readonly needs: (draft: RecordDraft) => readonly Need[];
    readonly judge: (draft: RecordDraft, found: Found) => Problem | undefined;
  };
}
