/**
 * Many writers at once, and an exact memory of what the service acknowledged: after a crash every acknowledged change
 * must be there, and nothing may be there that nobody asked for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, client } from './app.ts';

interface Written {
  /** The highest step whose answer arrived. */
  acknowledged: number;
  /** The highest step that was sent: it may or may not have been committed. */
  sent: number;
  id: number | undefined;
}

export interface WriteStorm {
  /** How many answers came back 2xx so far. */
  acknowledged(): number;
  /** Ends the writers and waits for their last requests. */
  stop(): Promise<void>;
}

export class StormMemory {
  readonly tasks: Written[] = [];

  /** Every fault found in what the service has now; empty when nothing was lost or torn. */
  async verify(reader: Client): Promise<string[]> {
    const faults: string[] = [];
    for (const [writer, task] of this.tasks.entries()) {
      if (task.id === undefined) continue;
      const reply = await reader.get(`/api/Tasks/${task.id}`);
      if (reply.status !== 200) {
        faults.push(`task ${task.id} was acknowledged and answers ${reply.status}`);
        continue;
      }
      const record = reply.json;
      const step = record.Position as number;
      if (step < task.acknowledged) faults.push(`task ${task.id} is at ${step}, acknowledged was ${task.acknowledged}`);
      if (step > task.sent) faults.push(`task ${task.id} is at ${step}, sent was only ${task.sent}`);
      const expected = nameOf(writer, step);
      if (record.Name !== expected || record.Description !== descriptionOf(step)) {
        faults.push(`task ${task.id} is torn: Position ${step}, Name ${record.Name}`);
      }
      const listed = (await reader.get(`/api/Tasks?Name=${encodeURIComponent(expected)}`)).json;
      if (!listed.some((other: { ID: number }) => other.ID === task.id)) {
        faults.push(`task ${task.id} is not found by its name`);
      }
    }
    return faults;
  }
}

/** Each writer creates one task, then moves it forward step by step; all fields of a step change together. */
export function startWriteStorm(url: string, base: Client, writers: number, memory: StormMemory): WriteStorm {
  const user = client(url, base.credentials);
  let stopped = false;
  let acknowledged = 0;
  const running = Array.from({ length: writers }, async () => {
    const writer = memory.tasks.length;
    const task: Written = { acknowledged: 0, sent: 0, id: undefined };
    memory.tasks.push(task);
    while (!stopped) {
      try {
        const accepted = task.id === undefined ? await create(user, writer, task) : await advance(user, writer, task);
        if (accepted) acknowledged++;
        else await sleep(5);
      } catch {
        // The service was killed: what was sent may or may not be there.
        if (task.id === undefined) return;
        await sleep(5);
      }
    }
  });
  return {
    acknowledged: () => acknowledged,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

async function create(user: Client, writer: number, task: Written): Promise<boolean> {
  const reply = await user.post('/api/Tasks', { Name: nameOf(writer, 0), Description: descriptionOf(0) });
  if (reply.status !== 201) return false;
  task.id = reply.json.ID;
  return true;
}

async function advance(user: Client, writer: number, task: Written): Promise<boolean> {
  const step = task.sent + 1;
  task.sent = step;
  const reply = await user.patch(`/api/Tasks/${task.id}`, [
    { op: 'replace', path: '/Position', value: step },
    { op: 'replace', path: '/Name', value: nameOf(writer, step) },
    { op: 'replace', path: '/Description', value: descriptionOf(step) },
  ]);
  if (reply.status === 200) task.acknowledged = step;
  else if (reply.status < 500) throw new Error(`Unexpected answer ${reply.status}: ${reply.text}`);
  return reply.status === 200;
}

const nameOf = (writer: number, step: number) => `Writer ${writer} step ${step}`;
const descriptionOf = (step: number) => `Step ${step} `.repeat(20 + (step % 50));
