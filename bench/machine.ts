/** The machine a result was taken on, for whoever compares it with another. */
import { cpus, release, totalmem, type } from 'node:os';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly sqlite: string;
  readonly takenOn: string;
}

export function describeMachine(now: Date): Machine {
  const [first] = cpus();
  return {
    cpu: first?.model.trim() || process.arch,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().replace(/-.*/, '')}, ${process.arch}`,
    node: process.version,
    sqlite: process.versions.sqlite ?? '',
    takenOn: now.toISOString().slice(0, 10),
  };
}
