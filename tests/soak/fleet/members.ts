/** The processes of a fleet, each of which may be killed and comes back at its old place. */
import { join } from 'node:path';
import { freePort, type Service, startService } from '../../support/service.ts';

export interface Member {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** How often it has been started again. */
  readonly lives: number;
  /** kill -9, and a new one in its place; resolves when that is ready. */
  replace(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<{ code: number | null }>;
}

export interface Fleet {
  readonly apis: readonly [Member, Member];
  readonly workers: readonly [Member, Member];
  readonly members: readonly Member[];
}

export async function startFleet(environment: Record<string, string>, folder: string): Promise<Fleet> {
  const start = (role: 'api' | 'worker', n: number) => startMember(role, n, environment, folder);
  const [one, two, three, four] = await Promise.all([
    start('api', 1),
    start('api', 2),
    start('worker', 1),
    start('worker', 2),
  ]);
  return { apis: [one, two], workers: [three, four], members: [one, two, three, four] };
}

async function startMember(
  role: 'api' | 'worker',
  n: number,
  environment: Record<string, string>,
  folder: string,
): Promise<Member> {
  const name = `${role} ${n}`;
  const PORT = String(await freePort());
  const log = join(folder, `${role}-${n}.log`);
  const start = () => startService({ ...environment, PORT }, folder, log, ['--role', role]);
  let service: Service = await start();
  let lives = 1;
  process.once('exit', () => void service.end('SIGKILL'));
  return {
    name,
    url: service.url,
    get pid() {
      return service.pid;
    },
    get lives() {
      return lives;
    },
    async replace() {
      await service.end('SIGKILL');
      service = await start();
      lives++;
    },
    end: (signal) => service.end(signal),
  };
}
