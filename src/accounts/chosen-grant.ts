/** Parses the requested grant of a new integration: a preset, or a role and areas. */
import { type Area, areas, findRecordType } from '../catalogue/index.ts';
import { nearest } from '../lib/nearest.ts';
import { isRefused, type Refusal } from './refused.ts';
import { type Grant, type Preset, presets, roles } from './roles.ts';

/** Requested grant: either a preset, or a role with areas; names are case-insensitive. */
export interface GrantWords {
  readonly preset?: string | undefined;
  readonly role?: string | undefined;
  readonly areas?: readonly string[] | undefined;
}

export function chooseGrant(words: GrantWords): Grant | Refusal {
  const byHand = words.role !== undefined || words.areas !== undefined;
  if (words.preset !== undefined) {
    if (byHand) return { refused: 'Give a preset, or a role and areas, not both.' };
    const preset = choose('preset', words.preset, Object.keys(presets) as Preset[]);
    return isRefused(preset) ? preset : presets[preset];
  }
  if (words.role === undefined || words.areas === undefined) {
    return { refused: `Give a preset (${Object.keys(presets).join(', ')}), or both a role and areas.` };
  }
  const role = choose('role', words.role, roles);
  if (isRefused(role)) return role;
  const chosen = chooseAreas(words.areas);
  return isRefused(chosen) ? chosen : { role, areas: chosen };
}

/** Returns each area once, in the catalogue's order. */
function chooseAreas(words: readonly string[]): Area[] | Refusal {
  const chosen = new Set<Area>();
  for (const word of words) {
    const area = choose('area', word, areas);
    if (isRefused(area)) {
      const type = findRecordType(word);
      return type ? { refused: `${type.name} is a record type; it belongs to the area ${type.area}.` } : area;
    }
    chosen.add(area);
  }
  if (chosen.size === 0) return { refused: `Name at least one area: ${areas.join(', ')}.` };
  return areas.filter((area) => chosen.has(area));
}

function choose<Name extends string>(what: string, word: string, names: readonly Name[]): Name | Refusal {
  const found = names.find((name) => name.toLowerCase() === word.toLowerCase());
  if (found !== undefined) return found;
  const near = nearest(word, names);
  const hint = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${near}?`;
  return { refused: `"${word}" is not a known ${what}. ${hint}` };
}
