/** Looks every database over for damage: projections against documents, foreign keys, schema. */
import { type Command, CommandFailure } from './command.ts';
import { withShards } from './shard-choice.ts';

interface Health {
  readonly shardID: string;
  readonly engine: string;
  readonly records: number;
  readonly findings: readonly { message: string; table?: string }[];
  /** How many secrets are encrypted with which key; the current one encrypts. */
  readonly secrets: readonly { key: string; secrets: number; current: boolean }[];
}

export const doctor: Command = {
  words: 'doctor',
  summary: 'Check the settings and every database: projections, references, schema.',
  options: {},
  run: (_given, { settings, talkative }) =>
    withShards(settings, async (shards) => {
      const healths: Health[] = [];
      for (const shard of shards.values()) {
        let records = 0;
        const findings = await shard.examine((count) => {
          records = count;
          if (talkative) process.stderr.write(`\r${shard.id}: ${count.toLocaleString('en')} records`);
        });
        if (talkative) process.stderr.write('\n');
        const { census, current } = shard.secrets;
        const counted = await census().catch((failure) => {
          // Where they cannot be read the examination has said so.
          if (findings.length === 0) throw failure;
          return new Map<string, number>();
        });
        const secrets = [...counted].map(([key, secrets]) => ({ key, secrets, current: key === current }));
        healths.push({ shardID: shard.id, engine: shard.engine, records, findings, secrets });
      }
      if (healths.some(({ findings }) => findings.length > 0)) throw new CommandFailure(describe(healths));
      return healths;
    }),
  show: describe,
};

function describe(healths: readonly Health[]): string {
  return healths
    .map(({ shardID, engine, records, findings, secrets }) => {
      const count = `${records.toLocaleString('en')} records`;
      const state =
        findings.length === 0
          ? `${count}, no findings`
          : `${count} could be examined, ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`;
      const lines = findings.map(({ message }) => `  ${message}`);
      const keys = secrets.map(({ key, secrets, current }) => `${secrets} under ${key}${current ? ' (encrypts)' : ''}`);
      const kept = keys.length === 0 ? [] : [`  secrets: ${keys.join(', ')}`];
      return [`${shardID} (${engine}): ${state}`, ...kept, ...lines].join('\n');
    })
    .join('\n');
}
