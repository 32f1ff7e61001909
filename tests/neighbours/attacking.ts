/** The attacker's process, seen from the test. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Counts, Order, Report, Target } from './attacker.ts';
import type { Attack, Grounds } from './attacks/attack.ts';

export interface Attacker {
  readonly grounds: Grounds;
  /** Certificates to trust, so that its endpoints can be reached. */
  readonly authorities: string;
  /** Resolves once the attack is about to begin. */
  start(attack: Attack, target: Target): Promise<void>;
  /** Gives what came of the attack, for the attacker. */
  stop(): Promise<Counts>;
  end(): void;
}

type Kind = Report['report'];
type Of<Wanted extends Kind> = Extract<Report, { report: Wanted }>;

const PATIENCE_MS = 90_000;

export async function startAttacker(): Promise<Attacker> {
  const child = fork(join(import.meta.dirname, 'attacker.ts'));
  let hear: (report: Report) => void = () => {};
  child.on('message', (report) => hear(report as Report));
  child.once('exit', (code, signal) => hear({ report: 'failed', why: `it ended with ${signal ?? code}` }));

  function hears<Wanted extends Kind>(wanted: Wanted): Promise<Of<Wanted>> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`The attacker: ${why}`));
      const late = setTimeout(() => fail(`not ${wanted} within ${PATIENCE_MS} ms`), PATIENCE_MS);
      hear = (report) => {
        clearTimeout(late);
        if (report.report === wanted) resolve(report as Of<Wanted>);
        else fail(report.report === 'failed' ? report.why : `${report.report} instead of ${wanted}`);
      };
    });
  }
  const tell = (order: Order) => void child.send(order);

  const { grounds, authorities } = await hears('ready');
  return {
    grounds,
    authorities,
    async start({ name }, target) {
      tell({ order: 'start', attack: name, target });
      await hears('started');
    },
    async stop() {
      tell({ order: 'stop' });
      return (await hears('stopped')).counts;
    },
    end() {
      hear = () => {};
      child.disconnect();
    },
  };
}
