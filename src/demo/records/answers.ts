/** Answers on a form: every required answer before submission, and a note for each failure. */
import { DAY, date } from '../calendar.ts';
import type { Dice } from '../dice.ts';
import type { MeterRange, TemplateField } from '../vocabulary.ts';
import type { World } from '../world.ts';
import { type Asset, meterAt } from './assets.ts';
import { fieldID } from './configuration.ts';

/** Facts that determine the answers on a form, apart from chance. */
interface Occasion {
  readonly world: World;
  readonly state: 'Draft' | 'Submitted' | 'Dismissed';
  readonly on: number;
  readonly asset: Asset | null;
}

export function answersTo(dice: Dice, fields: readonly TemplateField[], occasion: Occasion) {
  const { world, state } = occasion;
  const reached = state === 'Submitted' ? fields.length : dice.below(fields.length + 1);
  let checks = 0;
  let failures = 0;
  const answers = fields.slice(0, reached).flatMap((field) => {
    const [label, type, required] = field;
    if (!required && dice.chance(0.4)) return [];
    const value = valueFor(dice, field, occasion);
    const failed = value === 'Fail';
    if (type === 'PassFail') checks++;
    if (failed) failures++;
    const note = failed || dice.chance(0.04) ? dice.pick(world.firm.phrases.findings) : null;
    return [
      { FieldID: fieldID(label), Label: label, Value: value, Note: note, Flagged: type === 'PassFail' ? failed : null },
    ];
  });
  if (state !== 'Submitted' || checks === 0) return { answers, score: null, passed: null };
  return { answers, score: Math.round(((checks - failures) / checks) * 1_000) / 10, passed: failures === 0 };
}

function valueFor(dice: Dice, field: TemplateField, { world, on, asset }: Occasion): string | number | boolean {
  switch (field[1]) {
    case 'PassFail':
      return dice.chance(0.96) ? 'Pass' : 'Fail';
    case 'Checkbox':
      return true;
    case 'Text':
      return dice.pick(field[3] ?? world.firm.phrases.findings);
    case 'Date':
      return date(on + dice.between(5, 360) * DAY);
    case 'Choice':
      return dice.chance(0.7) ? field[3][0]! : dice.pick(field[3]);
    case 'Number':
      return readingFrom(dice, field[3]);
    case 'Meter':
      return (asset === null ? null : meterAt(asset, on)) ?? readingFrom(dice, field[3]);
  }
}

export function readingFrom(dice: Dice, [low, high, places]: MeterRange): number {
  const scale = places === 0 ? 1 : 10;
  return dice.between(Math.round(low * scale), Math.round(high * scale)) / scale;
}
