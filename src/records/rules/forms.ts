/**
 * Forms against their template: what is required must be answered before a form is submitted, and from then on the answers
 * stand. A correction is a new form that amends the old one.
 */

import type { Json } from '../../kernel/json.ts';
import { Problem } from '../../problems.ts';
import { changes, type Draft } from '../draft.ts';
import { fault, invalidRecord, MAX_FAULTS } from '../refusals.ts';
import type { Found } from '../store.ts';
import type { Rule } from './rule.ts';

export const forms: Rule = {
  settle(draft) {
    draft.after.FlaggedCount = answersOf(draft).filter((answer) => answer.Flagged === true).length;
    return draft.before?.Status === 'Submitted' ? keepAnswers(draft) : undefined;
  },
  needs(draft) {
    return isSubmitted(draft) ? [{ need: 'record', type: 'FormTemplates', id: templateOf(draft) }] : [];
  },
  judge(draft, found) {
    return isSubmitted(draft) ? demandAnswers(draft, found) : undefined;
  },
};

/** The template belongs to the answers: under another they would say something else. */
function keepAnswers(draft: Draft): Problem | undefined {
  const field = ['Answers', 'FormTemplateID'].find((field) => changes(draft, field));
  if (field === undefined) return undefined;
  const detail = `The form is submitted, so ${field} no longer changes. Correct it by a new form with its AmendsFormID.`;
  return new Problem('conflict', detail, {
    errors: [fault(`/${field}`, 'does not change once the form is submitted')],
  });
}

/** A template that was deleted since still says what it asks for; one that never was is refused as a reference. */
function demandAnswers(draft: Draft, found: Found): Problem | undefined {
  const template = found.record('FormTemplates', templateOf(draft));
  if (template === undefined || template === 'missing') return undefined;
  const { Fields } = JSON.parse(template.text) as { Fields: TemplateField[] };
  const answered = new Set(
    answersOf(draft)
      .filter(isAnswered)
      .map((answer) => answer.FieldID),
  );
  const open = Fields.filter((field) => field.Required && !answered.has(field.FieldID));
  if (open.length === 0) return undefined;
  const faults = open
    .slice(0, MAX_FAULTS)
    .map(({ FieldID, Label }) => fault('/Answers', `must answer ${FieldID} (${Label}) before the form is submitted`));
  return invalidRecord(draft.type, faults);
}

interface TemplateField {
  readonly FieldID: string;
  readonly Label: string;
  readonly Required: boolean | null;
}

interface Answer {
  readonly FieldID: string;
  readonly Value: Json;
  readonly Flagged: boolean | null;
}

/** false and 0 are answers; nothing, blanks and an empty list or object are none. */
function isAnswered({ Value }: Answer): boolean {
  if (typeof Value === 'string') return Value.trim() !== '';
  if (typeof Value === 'object') return Value !== null && Object.keys(Value).length > 0;
  return true;
}

function isSubmitted(draft: Draft): boolean {
  return draft.entered?.state === 'Submitted';
}

function templateOf(draft: Draft): number {
  return draft.after.FormTemplateID as number;
}

function answersOf(draft: Draft): readonly Answer[] {
  return draft.after.Answers as unknown as readonly Answer[];
}
