/** Describes a field in a sentence or two derived from its declaration, for the schemas and the reference. */
import {
  type Field,
  type ItemField,
  type ListField,
  type RecordType,
  type ReferenceField,
  recordType,
  type Stamp,
} from '../catalogue/index.ts';
import { MAX_ANCESTORS } from './store.ts';
import { defaultOf, isGivenNumber, positionOf } from './writes/defaults.ts';

export function describeField(type: RecordType, name: string, field: Field): string {
  const notes = [
    written[`${type.name}.${name}`] ?? written[name],
    isGivenNumber(type, name) ? `Given by the service where it is not: ${type.numbered}-000123.` : undefined,
    field.kind === 'reference' ? `ID of a record in ${recordType(field.to).name}, not deleted.` : undefined,
    field.kind === 'reference' && field.to === type.name
      ? `Following it upwards never leads back; one with ${MAX_ANCESTORS} or more above it cannot be chosen for a record that is there.`
      : undefined,
    field.kind === 'text' && field.unique ? uniqueness(field.unique) : undefined,
    field.kind === 'decimal' && !field.readOnly ? `At most ${field.places} decimal places.` : undefined,
    field.kind === 'object' ? `At most ${field.maxBytes} bytes of JSON.` : undefined,
    field.defaultFrom !== undefined && 'account' in field.defaultFrom
      ? `Where it is left out: the ${field.defaultFrom.account} of the account.`
      : undefined,
    name === 'Status' ? describeMoves(type) : undefined,
    ...Object.entries(type.states?.stamps ?? {}).map(([state, stamp]) => describeStamp(type, name, state, stamp)),
    field.kind === 'timestamp' && !field.readOnly ? 'Any offset in, UTC out.' : undefined,
  ];
  return notes.filter((note) => note !== undefined).join(' ');
}

/** Describes a field in the items of a list. */
export function describeItemField(list: ListField, name: string, item: ItemField): string {
  const notes = [];
  if (item.kind === 'reference') notes.push(`ID of a record in ${recordType(item.to).name}, not deleted.`);
  if (item.kind === 'value') notes.push('Any JSON value.');
  if (name === list.key) notes.push('No two items of the list have the same.');
  if (name === positionOf(list))
    notes.push('Where it is not given: its position, counted from 1, or the next free number.');
  const otherwise = JSON.stringify(defaultOf(item));
  if (item.defaultFrom !== undefined && 'reference' in item.defaultFrom) {
    const { reference, field } = item.defaultFrom;
    const { singular } = recordType((list.items[reference] as ReferenceField).to);
    notes.push(`Where it is left out: the ${field} of the ${singular} that ${reference} names, else ${otherwise}.`);
  }
  return notes.join(' ');
}

/** Descriptions of fields that a declaration cannot express, by type and field, or by field for every type. */
const written: { readonly [field: string]: string } = {
  ID: 'Counted per account and record type.',
  Number: 'What people call the record by.',
  CustomFields: 'Anything of your own.',
  CreatedBy: 'E-mail address of who made it.',
  UpdatedBy: 'E-mail address of who changed it last.',
  UpdatedOn: 'When it was changed last; never goes back.',
  Deleted: 'True once it is deleted; false restores it.',
  ExternalID: 'Its key in a system of yours.',
  'WorkOrders.TotalCost': 'LabourCost + PartsCost + OtherCost.',
  'Forms.Answers': 'Never changes once the form is submitted.',
  'Forms.FlaggedCount': 'How many answers are flagged.',
  'Forms.AmendsFormID': 'The submitted form that this one corrects.',
  'PurchaseOrders.VendorID': 'Needed to send the order.',
  'PurchaseOrders.Lines': 'Once the order is sent, its receipts move its state.',
  'PurchaseOrders.Subtotal': 'Sum of Quantity x UnitCost of every line, each rounded to 4 places.',
  'PurchaseOrders.Total': 'Subtotal + TaxAmount + ShippingAmount.',
  'PurchaseOrders.ReceivedPercent':
    'How much of all quantities has come, at most 100; short-closed lines count as complete.',
  'Employees.DisplayName': 'FirstName and LastName.',
  'Users.Role': 'Admin is given and taken by people alone, never by a key.',
  'Users.CompanySettings':
    'May change the settings of the account; always true for Admin. Given and taken by people alone, never by a key.',
};

function uniqueness(unique: 'exact' | 'folded'): string {
  const compared = unique === 'folded' ? ', compared without regard to case' : '';
  return `Unique among records not deleted${compared}.`;
}

function describeMoves({ name, states }: RecordType): string | undefined {
  if (states === undefined) return undefined;
  const moves = Object.entries(states.moves).map(
    ([from, to]) => `${from} -> ${to.length === 0 ? 'none' : to.join(', ')}`,
  );
  const first = name === 'Users' ? 'One that a key makes begins as Invited.' : 'A new record may begin in any state.';
  return `Moves: ${moves.join('; ')}. ${first}`;
}

function describeStamp(type: RecordType, name: string, state: string, stamp: Stamp): string | undefined {
  if (stamp.field !== name) return undefined;
  const { clearsTo, moves } = stamp;
  const back = clearsTo !== undefined && type.states!.moves[state]!.includes(clearsTo);
  return [
    `Set when the record enters ${state}, unless given.`,
    ...(moves ? [`Setting it alone moves the record to ${state}.`] : []),
    ...(back ? [`Clearing it alone moves it back to ${clearsTo}.`] : []),
  ].join(' ');
}
