/** Tasks of about 90 kB each, so that lists of them fit into no buffer on their way. */
import assert from 'node:assert/strict';
import { LONG_TEXT } from '../../src/catalogue/field.ts';
import type { Client } from './app.ts';

const long = '修'.repeat(LONG_TEXT);

export async function createLargeTasks(key: Client, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const reply = await key.post('/api/Tasks', { Name: `Task ${n}`, Description: long, Result: long, Notes: long });
    assert.equal(reply.status, 201, reply.text);
  }
}
