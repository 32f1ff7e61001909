/**
 * The pool as one account sees it. Who finds no connection free stands in a line of its own account, and the lines are served in turn:
 * in the pool's own line an account that asks for a hundred things at once would keep the next one waiting for all of them.
 */
import { type FairSemaphore, isRefusal } from '../../fairness/budget.ts';
import { assertReachable, type ConnectionSource, type Pool } from './connection.ts';
import { ConnectionWaitTimeoutError } from './connection-errors.ts';

export function createAccountPool(pool: Pool, connections: FairSemaphore, account: number): ConnectionSource {
  return {
    reach: pool.reach,
    get idleCount() {
      return pool.idleCount;
    },
    isInLine: true,
    async connect() {
      const holding = await connections.turn(String(account));
      if (isRefusal(holding)) throw new ConnectionWaitTimeoutError();
      try {
        assertReachable(pool);
        const client = await pool.connect();
        const release = client.release;
        client.release = (failure) => {
          try {
            release(failure);
          } finally {
            holding.give();
          }
        };
        return client;
      } catch (failure) {
        holding.give();
        throw failure;
      }
    },
  };
}
