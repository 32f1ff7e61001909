/** Details of an attempt: its waterfall, error and response. The response is shown as plain text. */
import type { DeliveryAttempt } from '../api/types.ts';
import { Code } from '../parts/CodeTabs.tsx';
import { Panel } from '../parts/Panel.tsx';
import { LocalTime } from '../parts/RelativeTime.tsx';
import { Waterfall } from '../parts/Waterfall.tsx';
import { words } from '../words/webhooks.ts';
import layout from './layout.module.css';
import { causeLabel, explainError } from './remedies.ts';
import { createWaterfall, formatMilliseconds } from './waterfall.ts';

export interface AttemptPanelProps {
  readonly attempt: DeliveryAttempt;
  readonly scaleMs?: number;
}

export function AttemptPanel({ attempt, scaleMs }: AttemptPanelProps) {
  const { error, status, message, timings } = attempt;
  const outcome = error === null ? words.delivery.answered(status!) : causeLabel(error, status)!;
  return (
    <Panel
      title={words.delivery.attempt(attempt.attempt)}
      actions={
        <span className={layout.bar}>
          <span className={error === null ? layout.ok : layout.bad}>{outcome}</span>
          <span className={layout.meta}>
            {timings.totalMs !== null && formatMilliseconds(timings.totalMs)}
            {createWaterfall(attempt).reused && ` · ${words.delivery.reused}`}
          </span>
        </span>
      }
    >
      <p className={layout.meta}>
        <LocalTime at={attempt.startedOn} />
      </p>
      <Waterfall attempt={attempt} scaleMs={scaleMs} />
      {message !== null && <p className={layout.wrap}>{message}</p>}
      {error !== null && message === null && <p>{explainError(error).meaning}</p>}
      <Answer attempt={attempt} />
    </Panel>
  );
}

function Answer({ attempt: { attempt, status, answer, answerHeaders } }: { readonly attempt: DeliveryAttempt }) {
  if (status === null) return <p className={layout.quiet}>{words.delivery.noAnswer}</p>;
  const headers = Object.entries(answerHeaders ?? {}).map(([name, value]) => `${name}: ${value}`);
  // Labels differ per attempt, because a page can show several.
  const named = (part: string) => `${words.delivery.attempt(attempt)}: ${part}`;
  return (
    <>
      {headers.length > 0 && <Code label={named(words.delivery.answerHeaders)} text={headers.join('\n')} />}
      {answer ? (
        <Code label={named(words.delivery.answerBody)} text={answer} />
      ) : (
        <p className={layout.quiet}>{words.delivery.emptyAnswer}</p>
      )}
    </>
  );
}
