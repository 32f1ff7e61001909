import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../settings.ts';
import { type CommandLine, readCommandLine } from './command-line.ts';
import { allCommands } from './index.ts';
import { serviceUrl } from './service-url.ts';

test('commands that ask a running service ask where serve listens, unless they are told otherwise', async () => {
  const commands = await allCommands();
  const { HOST, PORT } = readSettings({});
  for (const words of ['listen', 'mcp']) {
    const given = (...argv: string[]) => (readCommandLine([words, ...argv], commands) as CommandLine).given;
    assert.equal(serviceUrl(given(), {}), `http://${HOST}:${PORT}`);
    assert.equal(serviceUrl(given(), { BASE_URL: 'https://a.example' }), 'https://a.example');
    assert.equal(
      serviceUrl(given('--url', 'https://b.example'), { BASE_URL: 'https://a.example' }),
      'https://b.example',
    );
    const help = readCommandLine([words, '--help'], commands) as { text: string };
    assert.ok(help.text.includes(`http://${HOST}:${PORT} by default`));
  }
});
