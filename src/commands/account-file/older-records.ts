/** Records of a file that a version with fewer fields has written: they get what they lack, as those of a database do. */
import { fieldsOf, recordType } from '../../catalogue/index.ts';
import { type AccountRow, isServiceKind } from '../../storage/account-rows.ts';
import { completed } from '../../storage/missing-fields.ts';
import { CommandFailure } from '../command.ts';
import { catalogueFingerprint, type Header } from './format.ts';

/** The rows as this version keeps them. Throws at a record with a field it does not know: it would show it to nobody. */
export async function* ofThisVersion(rows: AsyncIterable<AccountRow>, header: Header): AsyncGenerator<AccountRow> {
  const isOurs = header.catalogue === catalogueFingerprint();
  for await (const row of rows) yield isOurs ? row : completedRow(row);
}

function completedRow(row: AccountRow): AccountRow {
  const { kind, values } = row;
  if (isServiceKind(kind)) return row;
  const [version, text] = values as [number, string];
  const type = recordType(kind);
  const whole = completed(type, text);
  const known = fieldsOf(type);
  const unknown = Object.keys(whole?.fields ?? JSON.parse(text)).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0) throw newer(`${kind} have ${unknown.join(', ')}`);
  return whole === undefined ? row : { kind, values: [version, whole.text] };
}

/** Nothing of it has been imported. */
function newer(what: string): CommandFailure {
  return new CommandFailure(
    `The file was written by a newer version of this program: ${what}, which this one does not know. Nothing was imported; use that version.`,
  );
}
