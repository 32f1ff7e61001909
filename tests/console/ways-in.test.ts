// Coming in without a password, in a real browser: by a passkey of a virtual authenticator, and by way of a real provider.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConsole } from '../support/browser.ts';
import { startOidcProvider } from '../support/identity-provider.ts';
import { ADMIN, PASSWORD } from '../support/people.ts';
import { freePort } from '../support/service.ts';

test('people come in without a password', async (t) => {
  const port = await freePort();
  // Passkeys work on localhost, and not on 127.0.0.1.
  const publicUrl = `http://localhost:${port}`;
  const provider = await startOidcProvider(t, 0, publicUrl);
  const environment = { PORT: String(port), ...provider.environment };
  const app = await startConsole(t, { records: 'none', environment });
  const home = `${publicUrl}/console/${app.account.id}`;
  const { page, context } = await app.visit();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  const button = (name: string) => page.getByRole('button', { name });

  await t.test('a passkey is added in Me after the password once more, and named', async () => {
    await page.goto(`${publicUrl}/console/signin?to=${encodeURIComponent(`/${app.account.id}/Me`)}`);
    // By single sign-on, which confirms nothing yet.
    await button('Single sign-on').click();
    await page.waitForURL(`${home}/Me`);
    await button('Add a passkey').click();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button('Go on').click();
    await page.getByRole('dialog').getByLabel('Name').fill('My laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await button('Rename My laptop').waitFor();
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
    assert.equal(credentials.length, 1);
  });

  await t.test('by that passkey they come in', async () => {
    await context.clearCookies();
    await page.goto(`${publicUrl}/console/signin`);
    await button('Sign in with a passkey').click();
    await page.waitForURL(home);
    await page.goto(`${home}/Me`);
    await button('Remove My laptop').waitFor();
  });

  await t.test('who was sent back by the provider is told on the page, and not why', async () => {
    await context.clearCookies();
    // Of a session that is over: cookies last longer.
    await context.addCookies([{ name: 'mds', value: 'A'.repeat(43), url: publicUrl }]);
    provider.person = { email: 'stranger@example.com', verified: true };
    await page.goto(`${publicUrl}/console/signin?to=${encodeURIComponent(`/${app.account.id}/Me`)}`);
    await button('Single sign-on').click();
    await page.getByRole('alert').waitFor();
    assert.match(await page.getByRole('alert').innerText(), /Ask an admin/);
    provider.person = { email: ADMIN, verified: true };
  });

  await t.test('a passkey that was removed lets nobody in', async () => {
    // Where they wanted to go first, and no word of what did not work.
    await button('Single sign-on').click();
    await page.waitForURL(`${home}/Me`);
    // Whom the provider does not confirm is told so once, on the page that they come back to.
    provider.person = { email: 'stranger@example.com', verified: true };
    await button('Remove My laptop').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Single sign-on' }).click();
    await page.getByText('did not confirm that it is you').first().waitFor();
    await page.waitForURL(`${home}/Me`);
    provider.person = { email: ADMIN, verified: true };
    await button('Remove My laptop').click();
    // It shows once more who that is, for its own removal.
    await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('With a passkey you sign in').waitFor();
    await context.clearCookies();
    await page.goto(`${publicUrl}/console/signin`);
    await button('Sign in with a passkey').click();
    await page.getByText('This passkey is unknown here').waitFor();
  });
});
