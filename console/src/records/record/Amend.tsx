/**
 * Link that amends a submitted form. The form itself never changes; corrections go into a new form that starts with the
 * same answers.
 */
import { Link } from '../../parts/Link.tsx';
import { words } from '../../words/records.ts';
import { newRecordAddress } from '../address.ts';
import type { RecordFields } from '../description.ts';

export function AmendLink({ account, record }: { readonly account: string; readonly record: RecordFields }) {
  return (
    <Link look="plain" to={newRecordAddress(account, 'Forms', amendment(record))}>
      {words.amend}
    </Link>
  );
}

const COPIED_FIELDS = ['FormTemplateID', 'Name', 'WorkOrderID', 'TaskID', 'AssetID', 'LocationID', 'JobID'];

function amendment(record: RecordFields): string {
  const kept = COPIED_FIELDS.flatMap((name): [string, string][] =>
    record[name] === null || record[name] === undefined ? [] : [[name, String(record[name])]],
  );
  return new URLSearchParams([['AmendsFormID', String(record.ID)], ...kept]).toString();
}
