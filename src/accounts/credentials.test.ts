import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCredentials } from './credentials.ts';

const good = ['apiKey', 'mds_k', 'vaultSecret', 's3cret', 'shardID', 's1'];

test('the three headers are read whatever the case of their names and wherever they stand', () => {
  const expected = { apiKey: 'mds_k', vaultSecret: 's3cret', shardID: 's1' };
  assert.deepEqual(readCredentials(good), expected);
  const spread = ['Host', 'x', 'SHARDID', 's1', 'Accept', '*/*', 'vaultsecret', 's3cret', 'APIKEY', 'mds_k', 'X-A', ''];
  assert.deepEqual(readCredentials(spread), expected);
});

test('values are taken as they are, case included', () => {
  assert.equal(readCredentials(['apiKey', 'AbC', 'vaultSecret', 'xY', 'shardID', 'S1'])?.shardID, 'S1');
});

test('the three may come in one header, whose scheme counts without regard to case', () => {
  const expected = { apiKey: 'mds_k', vaultSecret: 's3cret', shardID: 's1.eu' };
  assert.deepEqual(readCredentials(['Authorization', 'Bearer mds_k.s3cret.s1.eu']), expected);
  assert.deepEqual(readCredentials(['AUTHORIZATION', 'bearer  mds_k.s3cret.s1.eu']), expected);
  assert.equal(readCredentials(['Authorization', 'Basic eA==', ...good])?.apiKey, 'mds_k', 'the three come first');
});

const refused: [why: string, rawHeaders: string[]][] = [
  ['no headers', []],
  ['a bearer of two parts', ['Authorization', 'Bearer mds_k.s3cret']],
  ['a bearer with an empty part', ['Authorization', 'Bearer mds_k..s1']],
  ['a bearer of another scheme', ['Authorization', 'Basic mds_k.s3cret.s1']],
  ['a bearer with a space', ['Authorization', 'Bearer mds_k.s3 cret.s1']],
  ['two bearers', ['Authorization', 'Bearer mds_k.s3cret.s1', 'authorization', 'Bearer mds_k.s3cret.s1']],
  ['a bearer beside one of the three', ['Authorization', 'Bearer mds_k.s3cret.s1', 'apiKey', 'mds_k']],
  ['apiKey missing', good.slice(2)],
  ['vaultSecret missing', [...good.slice(0, 2), ...good.slice(4)]],
  ['shardID missing', good.slice(0, 4)],
  ['apiKey repeated', [...good, 'apiKey', 'mds_k']],
  ['apiKey repeated in another case', [...good, 'APIKEY', 'mds_k']],
  ['vaultSecret repeated', [...good, 'vaultSecret', 's3cret']],
  ['shardID repeated', [...good, 'shardid', 's1']],
  ['an empty one before the right one', ['apiKey', '', ...good]],
  ['apiKey empty', ['apiKey', '', ...good.slice(2)]],
  ['vaultSecret empty', ['apiKey', 'k', 'vaultSecret', '', 'shardID', 's1']],
  ['shardID empty', ['apiKey', 'k', 'vaultSecret', 's', 'shardID', '']],
  ['two values joined by a proxy', ['apiKey', 'mds_k, mds_k', ...good.slice(2)]],
  ['a space', ['apiKey', 'mds k', ...good.slice(2)]],
  ['a line feed at the end', ['apiKey', 'mds_k\n', ...good.slice(2)]],
  ['a control character', ['apiKey', 'mds\x01k', ...good.slice(2)]],
  ['a character beyond ASCII', ['apiKey', 'mds_\xe9', ...good.slice(2)]],
  ['longer than a credential can be', ['apiKey', 'x'.repeat(257), ...good.slice(2)]],
];

for (const [why, rawHeaders] of refused) {
  test(`no credentials: ${why}`, () => assert.equal(readCredentials(rawHeaders), undefined));
}

test('a header as long as one may be is read at once', () => {
  const before = process.threadCpuUsage();
  for (const spaces of [`${' '.repeat(15_900)}x`, `${' '.repeat(7_900)}.${' '.repeat(7_900)}x`]) {
    assert.equal(readCredentials(['Authorization', `Bearer ${spaces}`]), undefined);
  }
  const { user, system } = process.threadCpuUsage(before);
  assert.ok(user + system < 50_000, `it took ${(user + system) / 1000} ms`);
});
