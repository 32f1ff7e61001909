import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../src/settings.ts';

function faultOf(environment: Record<string, string>): string {
  try {
    readSettings(environment);
    return '';
  } catch (failure) {
    return (failure as Error).message;
  }
}

test('a value that would be used in part is not taken', () => {
  assert.match(
    faultOf({ MDS_PUBLIC_URL: 'https://mds:pa55word@mds.example.com' }),
    /MDS_PUBLIC_URL must be an address/,
  );
  assert.match(faultOf({ MDS_WEBHOOK_DNS: '10.0.0.2:0' }), /MDS_WEBHOOK_DNS must be a list/);
  assert.equal(faultOf({ MDS_PUBLIC_URL: 'https://mds.example.com', MDS_WEBHOOK_DNS: '10.0.0.2:5353' }), '');
});
