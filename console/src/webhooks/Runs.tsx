/** Resend runs, with their progress and actions. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Recovery } from '../api/types.ts';
import { Button } from '../parts/Button.tsx';
import { formatCount } from '../parts/formats.ts';
import { Link } from '../parts/Link.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import layout from './layout.module.css';
import { controlRecovery, recoveriesQuery, type Webhook } from './queries.ts';
import styles from './Runs.module.css';

export interface RecoveryRunsProps {
  readonly webhook: Webhook;
  readonly home: string;
}

export function RecoveryRuns({ webhook, home }: RecoveryRunsProps) {
  const account = useAccount();
  const runs = useQuery(recoveriesQuery(account, String(webhook.id)));
  return (
    <Panel title={words.recover.runs}>
      <QueryPlaceholder of={runs} rows={2} />
      {runs.data?.length === 0 && <p className={layout.quiet}>{words.recover.noRuns}</p>}
      {runs.data?.map((run) => (
        <Run key={run.id} run={run} webhook={webhook} home={home} />
      ))}
    </Panel>
  );
}

function Run({ run, webhook, home }: RecoveryRunsProps & { readonly run: Recovery }) {
  const account = useAccount();
  const queries = useQueryClient();
  const { locale } = useTimeSettings();
  const number = (value: number) => formatCount(value, locale);
  const steering = useMutation({
    mutationFn: (how: 'Pause' | 'Resume' | 'Cancel') => controlRecovery(account, String(webhook.id), run.id, how),
    onSettled: () => queries.invalidateQueries({ queryKey: [account, 'Webhooks', String(webhook.id), 'recoveries'] }),
  });
  const isGoing = run.state === 'counting' || run.state === 'running';
  const parts = (['delivered', 'failed', 'skipped'] as const).filter((name) => run[name] > 0);
  const progress =
    run.total === null ? words.recover.counting : words.recover.progress(number(run.done), number(run.total));
  return (
    <div className={styles.run}>
      <div className={layout.spread}>
        <strong>{words.recover.run(run.id)}</strong>
        <span className={layout.bar}>
          <span>{words.recover.states[run.state]}</span>
          <span className={layout.meta}>
            <RelativeTime at={run.createdOn} />
          </span>
        </span>
      </div>
      <progress
        className={styles.progress}
        aria-label={words.recover.run(run.id)}
        {...(run.total === null ? {} : { max: Math.max(1, run.total), value: run.total === 0 ? 1 : run.done })}
      />
      <div className={layout.spread}>
        <span>
          {progress}
          {parts.map((name) => `, ${number(run[name])} ${words.recover[name]}`)}
        </span>
        <span className={layout.bar}>
          {run.state === 'running' && (
            <Button writes busy={steering.isPending} onClick={() => steering.mutate('Pause')}>
              {words.recover.pause}
            </Button>
          )}
          {run.state === 'paused' && (
            <Button writes busy={steering.isPending} onClick={() => steering.mutate('Resume')}>
              {words.recover.resume}
            </Button>
          )}
          {(isGoing || run.state === 'paused') && (
            <Button writes busy={steering.isPending} onClick={() => steering.mutate('Cancel')}>
              {words.recover.cancel}
            </Button>
          )}
          <Link to={`${home}/Deliveries?recovery=${run.id}`}>{words.recover.deliveries}</Link>
        </span>
      </div>
      {run.reason !== null && <p className={layout.bad}>{run.reason}</p>}
      {steering.error && <ProblemMessage problem={steering.error} />}
    </div>
  );
}
