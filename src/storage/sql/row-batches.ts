/** Groups consecutive rows of one kind into batches for one statement or transaction. */
import type { AccountRow, RowKind } from '../transfer/account-rows.ts';

export interface RowBatch {
  readonly kind: RowKind;
  readonly rows: readonly AccountRow[];
}

const MAX_BATCH_ROWS = 100;
const MAX_BATCH_CHARS = 256 * 1024;

export async function* batchRows(rows: AsyncIterable<AccountRow>): AsyncGenerator<RowBatch> {
  let batch: AccountRow[] = [];
  let size = 0;
  for await (const row of rows) {
    if (
      batch.length > 0 &&
      (row.kind !== batch[0]!.kind || batch.length >= MAX_BATCH_ROWS || size >= MAX_BATCH_CHARS)
    ) {
      yield { kind: batch[0]!.kind, rows: batch };
      batch = [];
      size = 0;
    }
    batch.push(row);
    for (const value of row.values) if (typeof value === 'string') size += value.length;
  }
  if (batch.length > 0) yield { kind: batch[0]!.kind, rows: batch };
}
