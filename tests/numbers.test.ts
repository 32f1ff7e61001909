// The number that a record is given by itself, while others write numbers of their own.

import assert from 'node:assert/strict';
import { onBothEngines } from './support/app.ts';
import { sharedApp } from './support/shared-app.ts';

onBothEngines(
  'a new order gets the next number that is free, however quickly others take those before it',
  async (engine) => {
    const app = await sharedApp(engine);
    const key = await app.key(await app.account());
    const numbers: string[] = [];
    let newest = 0;
    let running = true;

    async function create(): Promise<void> {
      while (numbers.length < 40) {
        const made = await key.post('/api/PurchaseOrders', {});
        assert.equal(made.status, 201, made.text);
        numbers.push(made.json.Number);
        newest = Math.max(newest, made.json.ID);
      }
    }

    /** Gives one order after another of the numbers that are about to come. */
    async function take(offset: number): Promise<number> {
      const { ID } = (await key.post('/api/PurchaseOrders', { Number: `own ${offset}` })).json;
      let taken = 0;
      while (running) {
        const value = `PO-${String(newest + offset).padStart(6, '0')}`;
        const patched = await key.patch(`/api/PurchaseOrders/${ID}`, [{ op: 'replace', path: '/Number', value }]);
        assert.ok(patched.status === 200 || patched.json.code === 'value_taken', patched.text);
        if (patched.status === 200) taken++;
      }
      return taken;
    }

    const taking = Promise.all([1, 2, 3, 4].map(take));
    await Promise.all([create(), create(), create(), create()]).finally(() => {
      running = false;
    });
    const taken = (await taking).reduce((sum, one) => sum + one, 0);
    assert.ok(taken > 0, 'numbers were taken meanwhile');
    for (const number of numbers) assert.match(number, /^PO-\d{6}$/);
  },
);
