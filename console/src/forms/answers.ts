/** The answers of a form in the order of the questions that its template asks, those that are missing among them. */
import type { Json, RecordFields } from '../records/description.ts';

export interface Question {
  readonly FieldID: string;
  readonly Label: string;
  /** Free text; the kinds below are understood, everything else is a text. */
  readonly Type: string;
  readonly Required: boolean | null;
  readonly Choices: readonly string[] | null;
}

export interface AnswerLine {
  readonly id: string;
  readonly label: string;
  /** Question, or undefined if the template no longer contains it. */
  readonly question: Question | undefined;
  /** Answer, or undefined if there is none. */
  readonly answer: RecordFields | undefined;
  readonly isAnswered: boolean;
}

export function createAnswerLines(questions: readonly Question[], answers: readonly RecordFields[]): AnswerLine[] {
  const given = new Map(answers.map((answer) => [String(answer.FieldID), answer]));
  const asked = new Set(questions.map(({ FieldID }) => FieldID));
  const line = (id: string, label: string, question: Question | undefined): AnswerLine => {
    const answer = given.get(id);
    return { id, label, question, answer, isAnswered: isAnswered(answer?.Value ?? null) };
  };
  return [
    ...questions.map((question) => line(question.FieldID, question.Label, question)),
    ...answers
      .filter(({ FieldID }) => !asked.has(String(FieldID)))
      .map(({ FieldID, Label }) => line(String(FieldID), String(Label ?? FieldID), undefined)),
  ];
}

/** True if the value counts as an answer, by the service's rule: false and 0 do, empty and blank values do not. */
function isAnswered(value: Json): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value === 'object') return value !== null && Object.keys(value).length > 0;
  return true;
}

/** Returns the answers with one of them changed. The order stays, and an emptied answer is removed. */
export function withAnswer(
  answers: readonly RecordFields[],
  { id, label }: Pick<AnswerLine, 'id' | 'label'>,
  said: RecordFields,
): readonly RecordFields[] {
  const at = answers.findIndex(({ FieldID }) => FieldID === id);
  const before = answers[at] ?? { FieldID: id, Label: label, Value: null, Note: null, Flagged: null };
  const next = { ...before, ...said };
  const saysNothing = !isAnswered(next.Value ?? null) && !next.Note && next.Flagged !== true;
  if (at === -1) return saysNothing ? answers : [...answers, next];
  return saysNothing ? answers.toSpliced(at, 1) : answers.with(at, next);
}

export type AnswerKind = 'choice' | 'number' | 'yesNo' | 'date' | 'text';

export function answerKind(question: Question | undefined, value: Json): AnswerKind {
  if (answerChoices(question).length > 0) return 'choice';
  const type = question?.Type.toLowerCase() ?? '';
  if (type === 'number' || type === 'meter') return 'number';
  if (['checkbox', 'yesno', 'boolean'].includes(type) || typeof value === 'boolean') return 'yesNo';
  return type === 'date' ? 'date' : 'text';
}

export function answerChoices(question: Question | undefined): readonly string[] {
  if (question === undefined) return [];
  const { Choices, Type } = question;
  if (Choices !== null && Choices.length > 0) return Choices;
  return Type.toLowerCase() === 'passfail' ? ['Pass', 'Fail'] : [];
}
