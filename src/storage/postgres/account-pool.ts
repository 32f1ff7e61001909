/**
 * Limits the pool to the fair share of one account. If no connection is free, requests wait in a queue per account, and
 * the queues are served in turn. In the single queue of the pool, an account with a hundred requests would delay the
 * next account by all of them.
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
