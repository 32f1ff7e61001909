import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordType, recordTypes } from '../../catalogue/index.ts';
import { sha256 } from '../../lib/ids.ts';
import { exampleOf } from '../examples.ts';
import { AccountInMemory, ada } from '../testing/account-in-memory.ts';
import { expectOutcome, set } from '../testing/scenarios.ts';
import { contentHash, MAX_RECORD_BYTES } from './change.ts';

describe('the content hash', () => {
  for (const type of recordTypes) {
    it(`${type.name}: is that of the record without UpdatedOn and UpdatedBy`, () => {
      const account = new AccountInMemory();
      account.author = { ...ada, email: 'o,"UpdatedBy":"x"\\,@example.com,' };
      account.given('FormTemplates', exampleOf(recordType('FormTemplates')));
      const made = account.create(type.name, {
        ...exampleOf(type),
        CustomFields: {
          UpdatedOn: 'x',
          UpdatedBy: ',"UpdatedBy":"y"',
          Deleted: false,
          CreatedBy: [{ UpdatedBy: 'z', Deleted: 1 }],
        },
      });
      assert.ok(made.outcome === 'written');
      const { UpdatedOn: _on, UpdatedBy: _by, ...content } = made.record;
      assert.equal(made.contentHash, sha256(JSON.stringify(content)).toString('hex'));
      assert.equal(contentHash(JSON.stringify(made.record)), made.contentHash);
    });
  }

  it('is the same again when the content is, whoever wrote it and whenever', () => {
    const account = new AccountInMemory();
    const id = account.given('Tasks', { Name: 'a' });
    const hashes = ['b', 'a', 'b'].map((Name) => {
      account.now += 1000;
      account.author = { ...ada, email: `${account.now}@example.com` };
      const outcome = account.patch('Tasks', id, set({ Name }));
      assert.ok(outcome.outcome === 'written');
      return outcome.contentHash;
    });
    assert.equal(hashes[0], hashes[2]);
    assert.notEqual(hashes[0], hashes[1]);
  });
});

describe('the filter value', () => {
  it('is that of the record after the change', () => {
    const account = new AccountInMemory();
    const status = account.given('AssetStatuses', { Name: 'Down', BaseStatus: 'Down' });
    const id = account.given('Assets', { Name: 'x' });
    for (const AssetStatusID of [status, null]) {
      const outcome = account.patch('Assets', id, set({ AssetStatusID }));
      assert.equal(outcome.outcome === 'written' && outcome.filterValue, AssetStatusID);
    }
    const task = account.create('Tasks', { Name: 'x' });
    assert.equal(task.outcome === 'written' && task.filterValue, null);
  });
});

describe('the size of a record', () => {
  /** A form whose text is a given number of bytes. */
  function formOf(bytes: number, account: AccountInMemory) {
    const body = (text: string) => ({ Name: 'x', FormTemplateID: 1, Answers: [{ FieldID: 'a', Value: text }] });
    const empty = account.create('Forms', body(''));
    assert.ok(empty.outcome === 'written');
    return account.create('Forms', body(`é${'x'.repeat(bytes - JSON.stringify(empty.record).length - 2)}`));
  }

  it('is at most 256 KiB of JSON, counted in bytes', () => {
    const account = new AccountInMemory();
    account.given('FormTemplates', { Name: 'x', Fields: [{ FieldID: 'a', Label: 'A', Type: 'Text' }] });
    const largest = formOf(MAX_RECORD_BYTES, account);
    assert.ok(largest.outcome === 'written');
    assert.equal(Buffer.byteLength(JSON.stringify(largest.record)), 262_144);
    const id = largest.record.ID as number;
    expectOutcome(account.patch('Forms', id, set({ Name: 'xy' })), { refused: 'record_too_large' });
    const larger = formOf(MAX_RECORD_BYTES + 1, account);
    assert.ok(larger.outcome === 'refused' && larger.problem.status === 413);
  });
});
