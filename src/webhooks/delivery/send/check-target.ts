/**
 * Tests a target URL as a delivery would, but sends no request: its name, whether its address may be called, the
 * connection, the certificate. One account has a few tests under way at a time.
 */
import type { TLSSocket } from 'node:tls';
import { createFairSemaphore, type FairSemaphore, isRefusal } from '../../../fairness/budget.ts';
import { remedies } from '../../diagnostics/remedies.ts';
import { literalAddress } from './address-guard.ts';
import { type Dial, DialFailure, DialProgress, PostponedError, unexpectedFailure } from './dial.ts';
import { runWithin } from './error-boundary.ts';
import type { NetworkError } from './outcome.ts';

export const targetSteps = ['name', 'address', 'connection', 'certificate'] as const;

export interface TargetStep {
  readonly step: (typeof targetSteps)[number];
  readonly ok: boolean;
  /** Duration; null if the step had nothing to do. */
  readonly ms: number | null;
  /** A sentence. */
  readonly message: string;
  /** Remedy; null if none is needed. */
  readonly fix: string | null;
}

export interface TargetCheck {
  /** Returns the steps up to the one that failed; `busy` if too many checks are under way. */
  check(account: string, url: URL, gone?: AbortSignal): Promise<readonly TargetStep[] | 'busy'>;
  readonly budget: FairSemaphore;
}

export interface TargetCheckOptions {
  /**
   * Creates the dial on first use, because reading its trusted certificates takes a moment. It must not resume
   * sessions, which skip the certificate.
   */
  readonly dial: () => Dial;
  readonly timeoutMs: number;
}

export function createTargetCheck({ dial, timeoutMs }: TargetCheckOptions): TargetCheck {
  let made: Dial | undefined;
  const budget = createFairSemaphore({
    name: 'webhook_target_checks',
    total: 32,
    share: 4,
    queue: { total: 64, share: 4 },
    waitMs: timeoutMs,
  });
  return {
    budget,
    async check(account, url, gone) {
      const turn = await budget.turn(account, 1, gone);
      if (isRefusal(turn)) return 'busy';
      made ??= dial();
      const deadline = AbortSignal.timeout(timeoutMs);
      const ended = gone === undefined ? deadline : AbortSignal.any([deadline, gone]);
      const progress = new DialProgress(account);
      const { hostname, port } = url;
      try {
        const target = { hostname, port: port === '' ? 443 : Number(port) };
        // A lookup cannot be ended; its answer is no longer waited for.
        const late = new Promise<'late'>((resolve) => ended.addEventListener('abort', () => resolve('late')));
        const broken = Promise.withResolvers<never>();
        const dialled = runWithin({ onUncaught: broken.reject }, () => made!(target, progress, ended));
        const reached = await Promise.race([dialled, broken.promise, late]).catch((error) =>
          unexpectedFailure(error, progress),
        );
        if (reached instanceof PostponedError) return 'busy';
        return stepsOf(reached, progress, url, timeoutMs);
      } finally {
        turn.give();
      }
    },
  };
}

function stepsOf(
  reached: TLSSocket | DialFailure | 'late',
  progress: DialProgress,
  url: URL,
  timeoutMs: number,
): TargetStep[] {
  const { dnsMs, connectMs, tlsMs } = progress;
  const isAddress = literalAddress(url.hostname) !== undefined;
  const passed: TargetStep[] = [
    passedBy('name', dnsMs, isAddress ? 'It is an address: nothing to look up.' : `${url.hostname} was found.`),
    passedBy('address', null, 'Deliveries may be sent there.'),
    passedBy('connection', connectMs, `${url.host} takes connections.`),
  ];
  if (reached === 'late' || reached instanceof DialFailure) {
    const error = reached === 'late' ? 'timeout' : reached.error;
    const late = `${lateIn[progress.stage] ?? 'It was not there'} within ${timeoutMs} ms.`;
    const at = failedAt(error, progress);
    const message = error === 'timeout' ? late : (reached as DialFailure).message;
    return [...passed.slice(0, at), { step: targetSteps[at]!, ok: false, ms: null, message, fix: remedies[error] }];
  }
  const message = certificateOf(reached);
  reached.destroy();
  return [...passed, passedBy('certificate', tlsMs, message)];
}

/** Returns the index of the step that failed. */
function failedAt(error: NetworkError, { stage }: DialProgress): number {
  if (error === 'dns') return 0;
  if (error === 'refused_address') return 1;
  if (error === 'connect') return 2;
  if (error === 'timeout') return stage === 'tls' || stage === 'answer' ? 3 : stage === 'connect' ? 2 : 0;
  return 3;
}

const lateIn: Readonly<Record<DialProgress['stage'], string>> = {
  line: 'The name could not be looked up',
  lookup: 'The name could not be looked up',
  connect: 'No connection could be made',
  tls: 'The TLS handshake did not come to its end',
  answer: 'The TLS handshake did not come to its end',
};

function certificateOf(socket: TLSSocket): string {
  const { valid_to, issuer } = socket.getPeerCertificate();
  const until = new Date(valid_to);
  const good = Number.isNaN(until.getTime()) ? '' : `good until ${until.toISOString().slice(0, 10)}`;
  const by = issuer?.O ?? issuer?.CN;
  const from = typeof by === 'string' ? `, from ${by}` : '';
  if (socket.authorized) return `It is ${good}${from}.`;
  return `It is ${good}${from}. It is not verified, because it is on this machine.`;
}

function passedBy(step: TargetStep['step'], ms: number | null, message: string): TargetStep {
  return { step, ok: true, ms: ms === null ? null : Math.round(ms * 10) / 10, message, fix: null };
}
