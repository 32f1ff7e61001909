/** Labels of fields, states and record types. They turn the service's names into everyday words. */
import { visibleText } from '../../../src/lib/visible-text.ts';

/** `AssignedEmployeeID` is "Assigned", `DueOn` is "Due", `ScheduledStartOn` is "Scheduled start". */
export function fieldLabel(field: string): string {
  return labelOverrides[field] ?? sentenceCase(field.replace(/(?<=[a-z])(ID|On)$/, ''));
}

const labelOverrides: Readonly<Record<string, string>> = {
  AssignedEmployeeID: 'Assigned',
  ManagerEmployeeID: 'Manager',
  VehicleAssetID: 'Vehicle',
  ShipToLocationID: 'Ship to',
  ParentWorkOrderID: 'Part of',
  ParentAssetID: 'Part of',
  ParentLocationID: 'Part of',
  AmendsFormID: 'Amends',
  ExternalID: 'External ID',
  TaskExternalMessagingID: 'External messaging ID',
  FieldID: 'Field',
  SKU: 'SKU',
  Address1: 'Address, line 1',
  Address2: 'Address, line 2',
  MeterReadOn: 'Meter read',
  LastLoginOn: 'Last sign-in',
  CompanySettings: 'Company settings',
  ReceivedPercent: 'Received %',
  DisplayName: 'Name',
  Email: 'E-mail',
  ContactEmail: 'Contact e-mail',
  RequesterEmail: 'Requester e-mail',
  Line: 'No.',
  Stop: 'No.',
};

/** `InProgress` is "In progress". */
export function sentenceCase(name: string): string {
  const words = visibleText(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
  return words.replace(/ ([A-Z][a-z])/g, (_, word: string) => ` ${word.toLowerCase()}`);
}

/** Returns a record type's heading: "Work orders". */
export function typeLabel(type: string): string {
  return sentenceCase(type);
}

/** Appearance of a state: a glyph and a word, never a colour alone. */
export type StateTone = 'neutral' | 'active' | 'waiting' | 'done' | 'gone' | 'bad';
export type StateGlyphKind = 'open' | 'half' | 'pause' | 'full' | 'cross';

export function stateAppearance(state: string): { readonly glyph: StateGlyphKind; readonly tone: StateTone } {
  return looks[state] ?? { glyph: 'open', tone: 'neutral' };
}

const looks: Readonly<Record<string, { glyph: StateGlyphKind; tone: StateTone }>> = {
  InProgress: { glyph: 'half', tone: 'active' },
  PartiallyFulfilled: { glyph: 'half', tone: 'active' },
  Sent: { glyph: 'half', tone: 'active' },
  Approved: { glyph: 'half', tone: 'active' },
  PendingApproval: { glyph: 'pause', tone: 'waiting' },
  OnHold: { glyph: 'pause', tone: 'waiting' },
  OnLeave: { glyph: 'pause', tone: 'waiting' },
  Degraded: { glyph: 'pause', tone: 'waiting' },
  Completed: { glyph: 'full', tone: 'done' },
  Submitted: { glyph: 'full', tone: 'done' },
  Published: { glyph: 'full', tone: 'done' },
  Active: { glyph: 'full', tone: 'done' },
  Operational: { glyph: 'full', tone: 'done' },
  Down: { glyph: 'cross', tone: 'bad' },
  Cancelled: { glyph: 'cross', tone: 'gone' },
  Dismissed: { glyph: 'cross', tone: 'gone' },
  Archived: { glyph: 'cross', tone: 'gone' },
  Terminated: { glyph: 'cross', tone: 'gone' },
  Disabled: { glyph: 'cross', tone: 'gone' },
  Retired: { glyph: 'cross', tone: 'gone' },
};

/** Returns the name of the type's state field, if it has one. */
export function findStateField(
  fields: readonly { readonly name: string; readonly kind: string }[],
): string | undefined {
  return ['Status', 'BaseStatus'].find((name) => fields.some((field) => field.name === name && field.kind === 'enum'));
}
