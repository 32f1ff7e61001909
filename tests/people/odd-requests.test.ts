import assert from 'node:assert/strict';
import { onEitherEngine, startApp } from '../support/app.ts';
import { browser, firm } from '../support/people.ts';

onEitherEngine('a path that holds U+0000 names nothing, in any place of it', async (engine, t) => {
  const app = await startApp(t, engine);
  const { admin, home } = await firm(app);
  const stranger = browser(app.url, { cookie: `mds=${'A'.repeat(43)}` });
  for (const one of [stranger, admin]) {
    assert.equal((await one.get('/acc%00/Me')).status, 401);
  }
  const asked = [
    await admin.delete(`${home}/Sessions/ses%00`),
    await admin.delete(`${home}/Me/Passkeys/pk%00`),
    await admin.post(`${home}/Me/Passkeys/pk%00/Rename`, { name: 'Key ring' }),
    await admin.get(`${home}/Tasks/%00`),
  ];
  assert.deepEqual(
    asked.map(({ status }) => status),
    [404, 404, 404, 404],
  );
});

onEitherEngine('whatever is shown as a passkey, a stranger is refused as ever', async (engine, t) => {
  const app = await startApp(t, engine);
  const stranger = browser(app.url);
  const { ceremony } = (await stranger.post('/Session/Passkey/Options')).json;
  for (const id of [{ toString: 1 }, { valueOf: null, toString: null }, [], 7, true]) {
    const shown = await stranger.post('/Session/Passkey', { ceremony, response: { id } });
    assert.deepEqual([shown.status, shown.json.code], [401, 'sign_in_failed'], JSON.stringify(id));
  }
});
