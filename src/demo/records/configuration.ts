/** Boards, asset statuses and form templates: the firm's own words, entered in the first week. */

import type { RecordTypeName } from '../../catalogue/index.ts';
import type { RecordFields } from '../../records/store.ts';
import { birthOf, diceFor, type World } from '../world.ts';
import { ending } from './ending.ts';

export function board(world: World, id: number): RecordFields {
  const { name, text, columns } = world.firm.boards[id - 1]!;
  return {
    ID: id,
    Name: name,
    Description: text,
    Position: id,
    Archived: false,
    Columns: columns.map(([column, status]) => ({ Name: column, Status: status })),
    ...entered(world, 'Boards', id),
  };
}

export function assetStatus(world: World, id: number): RecordFields {
  const [name, base, colour] = world.firm.assetStatuses[id - 1]!;
  return {
    ID: id,
    Name: name,
    BaseStatus: base,
    Position: id,
    Colour: colour,
    ...entered(world, 'AssetStatuses', id),
  };
}

export function formTemplate(world: World, id: number): RecordFields {
  const { name, category, text, status, fields } = world.firm.formTemplates[id - 1]!;
  return {
    ID: id,
    Name: name,
    Description: text,
    Category: category,
    Status: status,
    Fields: fields.map(([label, type, required, detail]) => ({
      FieldID: fieldID(label),
      Label: label,
      Type: type,
      Required: required,
      Choices: type === 'Choice' ? [...(detail as readonly string[])] : null,
    })),
    ...entered(world, 'FormTemplates', id),
  };
}

/** Returns the ID of a template field, as used in answers. */
export function fieldID(label: string): string {
  const id =
    fieldIDs.get(label) ??
    label
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/-$/, '');
  fieldIDs.set(label, id);
  return id;
}
const fieldIDs = new Map<string, string>();

function entered(world: World, type: RecordTypeName, id: number) {
  const { createdOn } = birthOf(world, type, id, diceFor(world, type, id));
  return ending(world, { type, id, externalID: null, createdOn, updatedOn: createdOn, createdBy: 1, updatedBy: 1 });
}
