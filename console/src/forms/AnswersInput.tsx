/** Filling in a form: every question of its template with the input that fits it, a note and a flag. */
import { Checkbox, Select, TextArea } from '../parts/Input.tsx';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import type { FieldDescription, Json, RecordFields } from '../records/description.ts';
import { FieldInput } from '../records/record/FieldInput.tsx';
import type { FieldEntryProps } from '../records/record/of-type.tsx';
import { words } from '../words/forms.ts';
import styles from './AnswersInput.module.css';
import {
  type AnswerKind,
  type AnswerLine,
  answerChoices,
  answerKind,
  createAnswerLines,
  withAnswer,
} from './answers.ts';
import { useFormQuestions } from './use-questions.ts';

export function AnswersInput({ account, record, value, fault, onValue }: FieldEntryProps) {
  const { questions, found } = useFormQuestions(account, record.FormTemplateID ?? null);
  const answers: readonly RecordFields[] = Array.isArray(value) ? value : [];
  if (questions === undefined) return <QueryPlaceholder of={found} rows={3} />;
  const lines = createAnswerLines(questions, answers);
  return (
    <div className={styles.answers}>
      {fault !== undefined && <p className={styles.fault}>{fault}</p>}
      {lines.length === 0 && (
        <p className="quiet">{record.FormTemplateID ? words.asksNothing : words.chooseTemplate}</p>
      )}
      {lines.map((line) => (
        <fieldset key={line.id} className={styles.line}>
          <legend className="unseen">{line.label}</legend>
          <AnswerInput
            account={account}
            line={line}
            onValue={(said) => onValue(withAnswer(answers, line, { Value: said }))}
          />
          <TextArea
            label={words.note}
            value={String(line.answer?.Note ?? '')}
            dir="auto"
            onValue={(text) => onValue(withAnswer(answers, line, { Note: text === '' ? null : text }))}
          />
          <Checkbox
            label={words.flagIt}
            checked={line.answer?.Flagged === true}
            onChecked={(flagged) => onValue(withAnswer(answers, line, { Flagged: flagged }))}
          />
        </fieldset>
      ))}
    </div>
  );
}

interface AnswerInputProps {
  readonly account: string;
  readonly line: AnswerLine;
  readonly onValue: (value: Json) => void;
}

function AnswerInput({ account, line, onValue }: AnswerInputProps) {
  const { question, answer, label } = line;
  const value = answer?.Value ?? null;
  const kind = answerKind(question, value);
  const name = question?.Required ? `${label} (${words.required})` : label;
  if (kind === 'choice') {
    const known = answerChoices(question);
    const own = value === null || known.includes(String(value)) ? [] : [String(value)];
    return (
      <Select
        label={name}
        value={value === null ? '' : String(value)}
        choices={[
          { value: '', label: words.notAnswered },
          ...[...known, ...own].map((choice) => ({ value: choice, label: choice })),
        ]}
        onValue={(chosen) => onValue(chosen === '' ? null : chosen)}
      />
    );
  }
  return <FieldInput account={account} field={fieldFor(line.id, kind)} label={name} value={value} onValue={onValue} />;
}

const kinds = { number: 'decimal', yesNo: 'boolean', date: 'date', text: 'text' } as const;

/** A question as a field of a record, which it is not. */
function fieldFor(name: string, kind: Exclude<AnswerKind, 'choice'>): FieldDescription {
  const plain = { description: '', required: false, nullable: true, readOnly: false, indexed: false, default: null };
  return { name, kind: kinds[kind], ...plain };
}
