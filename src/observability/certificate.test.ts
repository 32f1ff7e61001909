import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSelfSigned } from '../../tests/support/certificates.ts';
import { SettingsError } from '../settings.ts';
import { openCertificate } from './certificate.ts';

const names = ['localhost'];

test('without files there is none, and one file without the other stops the start', () => {
  assert.equal(openCertificate({ certFile: '', keyFile: '' }, silent), undefined);
  for (const files of [
    { certFile: 'cert.pem', keyFile: '' },
    { certFile: '', keyFile: 'key.pem' },
  ]) {
    assert.throws(() => openCertificate(files, silent), SettingsError);
  }
});

test('files that are missing, no certificate, or of different pairs stop the start', (t) => {
  const folder = createFolder(t);
  const files = place(folder, createSelfSigned({ names }));
  assert.throws(() => openCertificate({ ...files, certFile: join(folder, 'none') }, silent), SettingsError);
  writeFileSync(files.certFile, 'no certificate');
  assert.throws(() => openCertificate(files, silent), SettingsError);
  writeFileSync(files.certFile, createSelfSigned({ names }).cert);
  assert.throws(() => openCertificate(files, silent), /cannot be used/);
});

test('a renewed pair is found however it was put in place', async (t) => {
  const folder = createFolder(t);
  const [first, second, third, fourth] = [1, 2, 3, 4].map(() => createSelfSigned({ names }));
  const files = place(folder, first!);
  const told: string[] = [];
  const certificate = openCertificate(files, { ...silent, onRenewed: () => told.push('renewed') }, 10)!;
  t.after(() => certificate.stop());
  certificate.onRenewed(({ cert }) => told.push(cert));
  assert.equal(certificate.current.cert, first!.cert);

  place(folder, second!);
  await until(() => certificate.current.cert === second!.cert);
  // Renamed into place.
  const aside = place(createFolder(t), third!);
  renameSync(aside.certFile, files.certFile);
  renameSync(aside.keyFile, files.keyFile);
  await until(() => certificate.current.cert === third!.cert);
  // Behind a link that leads elsewhere from now on.
  const elsewhere = place(createFolder(t), fourth!);
  for (const name of ['certFile', 'keyFile'] as const) {
    symlinkSync(elsewhere[name], `${files[name]}.new`);
    renameSync(`${files[name]}.new`, files[name]);
  }
  await until(() => certificate.current.cert === fourth!.cert);
  assert.equal(certificate.current.key, fourth!.key);
  assert.deepEqual(told, [second!.cert, 'renewed', third!.cert, 'renewed', fourth!.cert, 'renewed']);
});

test('a pair that cannot be used changes nothing and is reported once', (t) => {
  const folder = createFolder(t);
  const [first, second] = [createSelfSigned({ names }), createSelfSigned({ names })];
  const files = place(folder, first);
  const faults: Error[] = [];
  const certificate = openCertificate(files, { ...silent, onUnusable: (fault) => faults.push(fault) }, 60_000)!;
  t.after(() => certificate.stop());
  // Half of the new pair: the other half is yet to come.
  writeFileSync(files.certFile, second.cert);
  certificate.reload();
  certificate.reload();
  assert.equal(faults.length, 1);
  assert.equal(certificate.current.cert, first.cert);
  writeFileSync(files.keyFile, second.key);
  certificate.reload();
  assert.equal(certificate.current.cert, second.cert);
  rmSync(files.certFile);
  certificate.reload();
  certificate.reload();
  assert.equal(faults.length, 2);
  assert.equal(certificate.current.cert, second.cert);
});

const silent = { onRenewed: () => {}, onUnusable: () => {} };

function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-certificate-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function place(folder: string, { cert, key }: { cert: string; key: string }) {
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
  return files;
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!holds()) {
    assert.ok(performance.now() < deadline, 'not within 5 s');
    await sleep(5);
  }
}
