// The memory of the console, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from '../../console/src/api/queries.ts';

test('what is asked anew while it is on its way for the first time is not answered by what was asked before', async (t) => {
  const queries = createQueryClient();
  let value = 'old';
  const { promise: underWay, resolve: arrive } = Promise.withResolvers<void>();
  const queryFn = async () => {
    const answer = value;
    await underWay;
    return answer;
  };
  const shown = new QueryObserver(queries, { queryKey: ['record'], queryFn });
  t.after(shown.subscribe(() => {}));
  // It forgets after a while, and would keep the process until then.
  t.after(() => queries.clear());
  value = 'new';
  const anew = queries.invalidateQueries({ queryKey: ['record'] });
  arrive();
  await anew;
  assert.equal(shown.getCurrentResult().data, 'new');
});
