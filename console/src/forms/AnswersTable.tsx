/** What a form says, question by question: what must be answered is marked, and so is what was flagged. */
import { Chip } from '../parts/Chip.tsx';
import { Table } from '../parts/Table.tsx';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import type { FieldDisplayProps } from '../records/record/of-type.tsx';
import { formatValue } from '../records/values.ts';
import { words } from '../words/forms.ts';
import { type AnswerLine, createAnswerLines } from './answers.ts';
import { useFormQuestions } from './use-questions.ts';

export function AnswersTable({ account, record, value, reading }: FieldDisplayProps) {
  const { questions, found } = useFormQuestions(account, record.FormTemplateID ?? null);
  const answers = Array.isArray(value) ? value : [];
  if (questions === undefined) return <QueryPlaceholder of={found} rows={3} />;
  const lines = createAnswerLines(questions, answers);
  if (lines.length === 0) return <p className="quiet">{words.asksNothing}</p>;
  const isOpen = record.Status === 'Draft';
  return (
    <Table
      caption={words.answers}
      rows={lines}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'question',
          title: words.question,
          cell: ({ label, question }) => (
            <>
              <bdi>{label}</bdi> {question?.Required && <span className="quiet">({words.required})</span>}
              {question === undefined && <span className="quiet">({words.noLongerAsked})</span>}
            </>
          ),
        },
        {
          key: 'answer',
          title: words.answer,
          cell: (line) => <Said line={line} isOpen={isOpen} reading={reading} />,
        },
        { key: 'note', title: words.note, cell: ({ answer }) => answer?.Note && <bdi>{String(answer.Note)}</bdi> },
        {
          key: 'flag',
          title: words.flag,
          cell: ({ answer }) => (answer?.Flagged === true ? <Chip tone="warn">{words.flagged}</Chip> : ''),
        },
      ]}
    />
  );
}

function Said({
  line: { answer, isAnswered, question },
  isOpen,
  reading,
}: {
  readonly line: AnswerLine;
  readonly isOpen: boolean;
  readonly reading: FieldDisplayProps['reading'];
}) {
  if (!isAnswered) {
    return question?.Required && isOpen ? (
      <Chip tone="bad">{words.missing}</Chip>
    ) : (
      <span className="quiet">{words.notAnswered}</span>
    );
  }
  const text = formatValue({ kind: 'value' }, answer?.Value ?? null, reading);
  return text === 'Fail' ? <Chip tone="bad">{text}</Chip> : <bdi>{text}</bdi>;
}
