import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsTls } from '../../src/mail/smtp.ts';
import { readSettings } from '../../src/settings.ts';

test('a mail server that cannot be used stops the start, and its password is not said', () => {
  const faultOf = (MDS_SMTP_URL: string, MDS_MAIL_FROM: string) => {
    try {
      readSettings({ MDS_SMTP_URL, MDS_MAIL_FROM });
      return '';
    } catch (failure) {
      return (failure as Error).message;
    }
  };
  const good = 'smtps://mds:pa55word@mail.example.com:465';
  for (const from of ['mds@example.com', 'Maintenance <mds@example.com>']) assert.equal(faultOf(good, from), '');
  assert.match(faultOf(good, ''), /MDS_MAIL_FROM is needed with MDS_SMTP_URL/);
  assert.match(faultOf(good, 'nobody'), /MDS_MAIL_FROM must be an address/);
  assert.match(faultOf(good, 'a@example.com\r\nBcc: b@example.com'), /MDS_MAIL_FROM must be an address/);
  const wrong = faultOf('http://mds:pa55word@mail.example.com', 'mds@example.com');
  assert.match(wrong, /MDS_SMTP_URL must be smtp:\/\//);
  assert.doesNotMatch(wrong, /pa55word/);
});

test('a password goes in clear to this machine alone, and not to one that is only called so', () => {
  for (const host of ['localhost', 'LOCALHOST:2525', '127.0.0.1', '[::1]:25']) {
    assert.equal(needsTls(`smtp://mds:pa55word@${host}`), false, host);
  }
  for (const host of ['localhost.example.com', 'localhost-relay', '127.mail.example.com', '127.0.0.1.example.com']) {
    assert.equal(needsTls(`smtp://mds:pa55word@${host}`), true, host);
  }
  assert.equal(needsTls('smtp://mail.example.com'), false, 'there is none to be said');
});
