/**
 * Who is connected. One address gets its share of all connections; where there is no room for a new one, an idle connection of
 * whoever has most makes room, so that clients that keep connections for later lock nobody out who wants something now.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientNetwork, readAddress } from '../accounts/ip-address.ts';
import { type FairSemaphore, isRefusal, type Permit } from '../fairness/budget.ts';
import { isProxyTenant, proxyTenant } from './server-semaphores.ts';

export interface ClientConnections {
  /** Keeps in mind who connects, from the first on. */
  watch(server: Server): void;
  /** Ends those that had a request and wait for the next one. What their clients still send is read, so that none is reset. */
  endIdle(): void;
  /** Resolves when nobody is connected, or after `withinMs`. */
  left(withinMs: number): Promise<void>;
  /** Whoever is still there. */
  closeAll(): void;
}

export interface ClientConnectionsParts {
  readonly budget: FairSemaphore;
  /** Whether at this address there is one of the operator's own proxies, which speaks for many. */
  readonly isProxy: (address: string) => boolean;
  /** Whether a request is under way on it. */
  readonly isBusy: (socket: Socket) => boolean;
  /** Whether it has had one. */
  readonly isUsed: (socket: Socket) => boolean;
}

interface Connection {
  readonly socket: Socket;
  readonly holding: Permit;
  /** Where its requests arrive: encrypted ones on another socket around this one. */
  speaks: Socket;
}

export function createClientConnections({
  budget,
  isProxy,
  isBusy,
  isUsed,
}: ClientConnectionsParts): ClientConnections {
  /** By holder, the oldest first. */
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

  /** Before a request has come, nothing but the other end of the connection is known. */
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

  /** A proxy has many because it speaks for many: it makes room last. */
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

/** Names a connection as long as it stands. */
function endsOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}
