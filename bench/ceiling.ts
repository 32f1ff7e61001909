/** The ceiling: a bare node:http server that reads the request and sends the same bytes the service would. */
import { createServer } from 'node:http';

const body = Buffer.from(process.env.BENCH_BODY ?? '', 'base64');
const headers = JSON.parse(process.env.BENCH_HEADERS ?? '{}');

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, headers);
    response.end(body);
  });
});
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
process.on('disconnect', () => process.exit());
