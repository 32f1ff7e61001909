import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cannotListen } from './listening.ts';

test('a port this user may not use is refused with one that works', () => {
  const failure = Object.assign(new Error('listen EACCES: permission denied 0.0.0.0:80'), { code: 'EACCES' });
  const { message } = cannotListen(failure, { host: '0.0.0.0', port: 80 });
  assert.match(message, /^Cannot listen on 0\.0\.0\.0:80: this user may not use port 80.*: PORT=8080 \S+ serve$/);
});

test('the last port is followed by no next one', () => {
  const failure = Object.assign(new Error('taken'), { code: 'EADDRINUSE' });
  assert.match(
    cannotListen(failure, { host: '::1', port: 65_535 }).message,
    /^Cannot listen on \[::1\]:65535.*PORT=8080 /,
  );
});

test('a reason nobody thought of is told as the system tells it', () => {
  const failure = Object.assign(new Error('listen EMFILE: too many open files'), { code: 'EMFILE' });
  assert.match(cannotListen(failure, { host: '127.0.0.1', port: 1 }).message, /EMFILE: too many open files\.$/);
});
