/**
 * The thread that fetches the script of the reference page out of its package, posts it and ends. The package holds it inside a
 * Fastify plugin among 60 MB of what the page does not need, and takes a third of a second to load: neither stays with the service.
 */
import { parentPort } from 'node:worker_threads';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

const server = Fastify();
server.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
const reply = await server.inject('/docs/js/scalar.js');
if (reply.statusCode !== 200) throw new Error(`The script of the reference page was not found: ${reply.statusCode}`);
parentPort!.postMessage(reply.body);
