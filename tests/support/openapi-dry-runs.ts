/** How the refusals of a dry run are brought about: what it is about stands in its body. */
import type { Operation } from './openapi-document.ts';
import type { Provocation, World } from './openapi-provocations.ts';

export const dryRunProvocations: { readonly [status: string]: Provocation } = {
  404: (world, operation) => send(world, operation, { id: Number.MAX_SAFE_INTEGER, delete: true }),
  409: (world, operation) => {
    const patch = [{ op: 'test', path: '/CreatedOn', value: 'never' }];
    return send(world, operation, { id: ourRecord(world, operation), patch });
  },
  412: (world, operation) =>
    send(world, operation, { id: ourRecord(world, operation), delete: true, ifMatch: '"999999"' }),
};

async function send(world: World, operation: Operation, body: unknown): Promise<void> {
  await world.exchange.send(world.full, operation, { body });
}

function ourRecord({ disposable }: World, { path }: Operation): number {
  return disposable[path.split('/')[2]!]!;
}
