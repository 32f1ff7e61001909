/** Filling in a form: every question of its template with the input that fits it, a note and a flag. */
import { Select, TextArea, Tick } from '../parts/Input.tsx';
import { Unread } from '../parts/Unread.tsx';
import type { FieldDescription, Json, RecordFields } from '../records/description.ts';
import { FieldInput } from '../records/record/FieldInput.tsx';
import type { WrittenFieldProps } from '../records/record/of-type.tsx';
import { words } from '../words/forms.ts';
import styles from './AnswersInput.module.css';
import { type AnswerKind, type AnswerLine, choicesOf, kindOf, linesOf, withAnswer } from './answers.ts';
import { useQuestions } from './use-questions.ts';

export function AnswersInput({ account, record, value, fault, onValue }: WrittenFieldProps) {
  const { questions, found } = useQuestions(account, record.FormTemplateID ?? null);
  const answers: readonly RecordFields[] = Array.isArray(value) ? value : [];
  if (questions === undefined) return <Unread of={found} rows={3} />;
  const lines = linesOf(questions, answers);
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
          <Tick
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
  const kind = kindOf(question, value);
  const name = question?.Required ? `${label} (${words.required})` : label;
  if (kind === 'choice') {
    const known = choicesOf(question);
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
