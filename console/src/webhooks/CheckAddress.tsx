/** Tests the connection to an address as deliveries would, and shows how far it got. It sends no request. */
import { useMutation } from '@tanstack/react-query';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { ProblemMessage } from '../parts/Problem.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import layout from './layout.module.css';
import { checkTarget, type TargetStep } from './queries.ts';
import styles from './Steps.module.css';
import { formatMilliseconds } from './waterfall.ts';

const steps = ['name', 'address', 'connection', 'certificate'] as const;

export function CheckAddress({ targetUrl }: { readonly targetUrl: string }) {
  const account = useAccount();
  const checking = useMutation({ mutationFn: (url: string) => checkTarget(account, url) });
  // A result applies only to the address that it was requested for.
  const isOfThis = checking.variables === targetUrl;
  const found = isOfThis ? checking.data : undefined;
  return (
    <div className={layout.stack}>
      <div className={layout.bar}>
        <Button
          busy={checking.isPending}
          why={targetUrl === '' ? words.form.targetHint : undefined}
          onClick={() => checking.mutate(targetUrl)}
        >
          {words.form.check}
        </Button>
        <span className={layout.meta}>{words.form.checkHint}</span>
      </div>
      {isOfThis && checking.error && <ProblemMessage problem={checking.error} />}
      {found && <Checked found={found} />}
    </div>
  );
}

function Checked({ found }: { readonly found: readonly TargetStep[] }) {
  const failed = found.find(({ ok }) => !ok);
  return (
    <div role="status">
      <p className={failed ? layout.bad : layout.ok}>{failed ? words.check.failed : words.check.passed}</p>
      <ol className={styles.steps}>
        {steps.map((step) => {
          const one = found.find((known) => known.step === step);
          const tone = one === undefined ? styles.unknown : one.ok ? styles.yes : styles.no;
          return (
            <li key={step} className={tone}>
              <Icon name={one === undefined ? 'more' : one.ok ? 'check' : 'cross'} />
              <div>
                <strong>{words.check[step]}</strong>
                {one?.ms !== null && one !== undefined && (
                  <span className={layout.meta}> {formatMilliseconds(one.ms)}</span>
                )}
                <div className={layout.wrap}>{one === undefined ? words.check.notReached : one.message}</div>
                {one?.fix && <div className={layout.quiet}>{one.fix}</div>}
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
