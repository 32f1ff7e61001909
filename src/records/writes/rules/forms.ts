/**
 * Forms against their template: what is required must be answered before a form is submitted, and from then on the answers
 * stand. A correction is a new form that amends the old one.
 */

import type { Json } from '../../../lib/json.ts';
import { nearest } from '../../../lib/nearest.ts';
import { MAX_FAULTS, Problem } from '../../../problems.ts';
import { fault, invalidRecord } from '../../refusals.ts';
import type { Found } from '../../store.ts';
import { changes, type RecordDraft } from '../draft.ts';
import type { Rule } from './rule.ts';

export const forms: Rule = {
  settle(draft) {
    draft.after.FlaggedCount = answersOf(draft).filter((answer) => answer.Flagged === true).length;
    return draft.before?.Status === 'Submitted' ? keepAnswers(draft) : undefined;
  },
  needs(draft) {
    const asked = isSubmitted(draft) || newAnswers(draft).length > 0;
    return asked ? [{ need: 'record', type: 'FormTemplates', id: templateOf(draft) }] : [];
  },
  judge(draft, found) {
    const fields = fieldsOfTemplate(draft, found);
    return fields && (refuseStrangers(draft, fields) ?? demandAnswers(draft, fields));
  },
};

/** The template belongs to the answers: under another they would say something else. */
function keepAnswers(draft: RecordDraft): Problem | undefined {
  const field = ['Answers', 'FormTemplateID'].find((field) => changes(draft, field));
  if (field === undefined) return undefined;
  const detail = `The form is submitted, so ${field} no longer changes. Correct it by a new form with its AmendsFormID.`;
  return new Problem('conflict', detail, {
    errors: [fault(`/${field}`, 'does not change once the form is submitted')],
  });
}

/** A template that was deleted since still says what it asks for; one that never was is refused as a reference. */
function fieldsOfTemplate(draft: RecordDraft, found: Found): readonly TemplateField[] | undefined {
  const template = found.record('FormTemplates', templateOf(draft));
  if (template === undefined || template === 'missing') return undefined;
  return (JSON.parse(template.text) as { Fields: TemplateField[] }).Fields;
}

/** An answer to a question that nobody asked would be read by nobody: most often its FieldID is misspelt. */
function refuseStrangers(draft: RecordDraft, fields: readonly TemplateField[]): Problem | undefined {
  const asked = new Set(fields.map(({ FieldID }) => FieldID));
  const faults = newAnswers(draft)
    .filter(({ FieldID }) => !asked.has(FieldID))
    .slice(0, MAX_FAULTS)
    .map(({ index, FieldID }) => fault(`/Answers/${index}/FieldID`, strangerTo(fields, FieldID)));
  return faults.length === 0 ? undefined : invalidRecord(draft.type, faults);
}

function strangerTo(fields: readonly TemplateField[], given: string): string {
  const ids = fields.map(({ FieldID }) => FieldID);
  const near = nearest(given, ids);
  return near === undefined
    ? 'names no field of the template'
    : `names no field of the template. Did you mean ${near}?`;
}

/** Returns the answers that the write adds. Earlier answers stay valid even if the template has dropped their field. */
function newAnswers(draft: RecordDraft): readonly { readonly index: number; readonly FieldID: string }[] {
  const { before } = draft;
  const known =
    before === undefined || changes(draft, 'FormTemplateID')
      ? new Set<string>()
      : new Set((before.Answers as unknown as readonly Answer[]).map(({ FieldID }) => FieldID));
  return answersOf(draft)
    .map(({ FieldID }, index) => ({ index, FieldID }))
    .filter(({ FieldID }) => !known.has(FieldID));
}

function demandAnswers(draft: RecordDraft, fields: readonly TemplateField[]): Problem | undefined {
  if (!isSubmitted(draft)) return undefined;
  const answered = new Set(
    answersOf(draft)
      .filter(isAnswered)
      .map((answer) => answer.FieldID),
  );
  const open = fields.filter((field) => field.Required && !answered.has(field.FieldID));
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

function isSubmitted(draft: RecordDraft): boolean {
  return draft.entered?.state === 'Submitted';
}

function templateOf(draft: RecordDraft): number {
  return draft.after.FormTemplateID as number;
}

function answersOf(draft: RecordDraft): readonly Answer[] {
  return draft.after.Answers as unknown as readonly Answer[];
}
