// npm run check: everything that can be said about the code without running the service.

import { spawn } from 'node:child_process';
import { dirname } from 'node:path';

const root = dirname(import.meta.dirname);

const checks: Record<string, string[]> = {
  'format and lint': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--colors=off', '.'],
  types: ['node_modules/typescript/bin/tsc', '-p', '.'],
  'types of the console': ['node_modules/typescript/bin/tsc', '-p', 'console'],
  'types of its tests': ['node_modules/typescript/bin/tsc', '-p', 'tests/console'],
  'types of the n8n nodes': ['node_modules/typescript/bin/tsc', '-p', 'connectors/n8n', '--noEmit'],
  rooms: ['--test', '--test-reporter=spec', 'tests/rooms.test.ts'],
  'generated files': ['src/main.ts', 'generate', '--check'],
  'OpenAPI document': ['tests/openapi-lint.ts'],
};

const results = await Promise.all(Object.entries(checks).map(([name, args]) => check(name, args)));
process.exitCode = results.every((passed) => passed) ? 0 : 1;

async function check(name: string, args: string[]): Promise<boolean> {
  const started = performance.now();
  const { passed, output } = await run(args);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${passed ? '✔' : '✖'} ${name} (${seconds} s)`);
  if (!passed) console.log(output.trimEnd());
  return passed;
}

function run(args: string[]): Promise<{ passed: boolean; output: string }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
  }
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done({ passed: code === 0, output }));
  });
}
