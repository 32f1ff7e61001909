/**
 * Tracks client connections. Each address can use only its share of all connections. If there is no capacity for a new
 * one, an idle connection of the address with the most is closed. So idle keep-alive connections never lock out active
 * clients.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientNetwork, readAddress } from '../accounts/ip-address.ts';
import { type FairSemaphore, isRefusal, type Permit } from '../fairness/budget.ts';
import { isProxyTenant, proxyTenant } from './server-semaphores.ts';

export interface ClientConnections {
  /** Starts to track the server's connections; call before the first one. */
  watch(server: Server): void;
  /**
   * Closes idle connections that have served a request. Data that their clients still send is read, so that no
   * connection is reset.
   */
  endIdle(): void;
  /** Resolves when no connection is open, or after `withinMs`. */
  left(withinMs: number): Promise<void>;
  /** Destroys all remaining connections. */
  closeAll(): void;
}

export interface ClientConnectionsParts {
  readonly budget: FairSemaphore;
  /** True if the address is one of the operator's own proxies, which serves many clients. */
  readonly isProxy: (address: string) => boolean;
  /** True if a request is in progress on the connection. */
  readonly isBusy: (socket: Socket) => boolean;
  /** True if the connection has served a request. */
  readonly isUsed: (socket: Socket) => boolean;
}

interface Connection {
  readonly socket: Socket;
  readonly holding: Permit;
  /** Socket on which requests arrive: with TLS, a socket that wraps this one. */
  speaks: Socket;
}

export function createClientConnections({
  budget,
  isProxy,
  isBusy,
  isUsed,
}: ClientConnectionsParts): ClientConnections {
  /** Connections by tenant, oldest first. */
  const byHolder = new Map<string, Set<Connection>>();
  const byEnds = new Map<string, Connection>();

  return {
    watch(server) {
      server.on('connection', arrive);
      server.on('secureConnection', (socket: Socket) => {
        const connection = byEnds.get(endsOf(socket));
        if (connection !== undefined) connection.speaks = socket;
      });
    },
    endIdle() {
      for (const { speaks } of byEnds.values()) if (isUsed(speaks) && !isBusy(speaks)) speaks.end();
    },
    async left(withinMs) {
      const until = performance.now() + withinMs;
      while (byEnds.size > 0 && performance.now() < until) await sleep(10);
    },
    closeAll() {
      for (const { socket } of [...byEnds.values()]) socket.destroy();
    },
  };

  function arrive(socket: Socket): void {
    const holding = takeRoom(holderOf(socket.remoteAddress));
    if (holding === undefined) {
      socket.destroy();
      return;
    }
    const connection: Connection = { socket, holding, speaks: socket };
    const ends = endsOf(socket);
    byEnds.set(ends, connection);
    const own = byHolder.get(holding.holder);
    if (own === undefined) byHolder.set(holding.holder, new Set([connection]));
    else own.add(connection);
    socket.once('close', () => {
      leave(connection);
      if (byEnds.get(ends) === connection) byEnds.delete(ends);
    });
  }

  /** Returns the tenant of a connection. Before its first request, only the remote address is known. */
  function holderOf(peer: string | undefined): string {
    const address = readAddress(peer ?? '');
    if (address === undefined) return 'unknown';
    return isProxy(address) ? proxyTenant(address) : clientNetwork(address);
  }

  function leave(connection: Connection): void {
    const { holder } = connection.holding;
    connection.holding.give();
    const own = byHolder.get(holder);
    if (own?.delete(connection) && own.size === 0) byHolder.delete(holder);
  }

  function takeRoom(holder: string): Permit | undefined {
    const taken = budget.take(holder);
    if (!isRefusal(taken)) return taken;
    const idle = taken === 'share' ? idleOf(holder) : idleOfMost();
    if (idle === undefined) return undefined;
    leave(idle);
    idle.socket.destroy();
    const again = budget.take(holder);
    return isRefusal(again) ? undefined : again;
  }

  function idleOf(holder: string): Connection | undefined {
    for (const one of byHolder.get(holder) ?? []) if (!isBusy(one.speaks)) return one;
    return undefined;
  }

  /**
   * Returns an idle connection of the tenant with the most connections. Proxies come last, because they serve many
   * clients.
   */
  function idleOfMost(): Connection | undefined {
    let most = -1;
    let chosen: Connection | undefined;
    for (const [holder, own] of byHolder) {
      const size = isProxyTenant(holder) ? 0 : own.size;
      const idle = size > most ? idleOf(holder) : undefined;
      if (idle === undefined) continue;
      most = size;
      chosen = idle;
    }
    return chosen;
  }
}

/** Returns a key that identifies a connection while it is open. */
function endsOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}
