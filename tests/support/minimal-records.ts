/**
 * The smallest body each record type accepts, in an order in which references come first. The form template asks what the
 * example of a form answers.
 */
import type { RecordTypeName } from '../../src/catalogue/index.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Client } from './app.ts';

type Body = { [field: string]: Json };

/** `mark` goes into a text of the record, so that a test can find it again, or notice where it must not be. */
const minimal = {
  Boards: (mark) => ({ Name: mark }),
  AssetStatuses: (mark) => ({ Name: mark, BaseStatus: 'Operational' }),
  FormTemplates: (mark) => ({ Name: mark, Fields: [{ FieldID: 'closes', Label: 'Closes by itself', Type: 'YesNo' }] }),
  Locations: (mark) => ({ Name: mark }),
  Vendors: (mark) => ({ Name: mark }),
  Products: (mark) => ({ SKU: mark, Name: mark }),
  Users: (mark) => ({ Email: `${mark}@example.com` }),
  Employees: (mark) => ({ FirstName: mark, LastName: mark }),
  Assets: (mark) => ({ Name: mark }),
  Jobs: (mark) => ({ Name: mark }),
  WorkOrders: (mark) => ({ Name: mark }),
  Tasks: (mark) => ({ Name: mark }),
  Forms: (mark, ids) => ({ Name: mark, FormTemplateID: ids.FormTemplates! }),
  PurchaseOrders: (mark) => ({ Name: mark }),
  Routes: (mark) => ({ Name: mark }),
} satisfies Record<RecordTypeName, (mark: string, ids: Partial<Record<RecordTypeName, number>>) => Body>;

export const typesInOrder = Object.keys(minimal) as RecordTypeName[];

export function minimalBody(
  type: RecordTypeName,
  mark: string,
  ids: Partial<Record<RecordTypeName, number>> = {},
): Body {
  return (minimal[type] as (mark: string, ids: Partial<Record<RecordTypeName, number>>) => Body)(mark, ids);
}

/** One record of every type, made over HTTP; gives their ids. */
export async function createOneOfEach(
  user: Client,
  mark: string,
  more: Body = {},
): Promise<Record<RecordTypeName, number>> {
  const ids: Partial<Record<RecordTypeName, number>> = {};
  for (const type of typesInOrder) {
    const reply = await user.post(`/api/${type}`, { ...minimalBody(type, mark, ids), ...more });
    if (reply.status !== 201) throw new Error(`POST ${type}: ${reply.status} ${reply.text}`);
    ids[type] = reply.json.ID;
  }
  return ids as Record<RecordTypeName, number>;
}
