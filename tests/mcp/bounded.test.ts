// The calls that a million records are asked with (million.long.ts), against a small account: each tool keeps to its limits.

import assert from 'node:assert/strict';
import { onEitherEngine } from '../support/app.ts';
import { sharedApp } from '../support/shared-app.ts';
import { askEveryTool, fill, wear } from './every-tool.ts';

onEitherEngine('every tool answers within its limits, whatever it is asked', async (engine) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const tasks = 300;
  await fill(app.shard, account, { size: 'tiny', tasks, now: Date.parse('2026-11-01T00:00:00Z') });
  const writer = await app.key(account);
  const key = await app.key(account, { name: 'Fix-it', preset: 'Full' });
  const worn = await wear(writer, key, 25, 12);
  const asked = await askEveryTool(key, { ...worn, tasks });
  assert.deepEqual(
    asked.filter(({ narrowed }) => narrowed),
    [],
    'where there is little, nothing is given up',
  );
});
