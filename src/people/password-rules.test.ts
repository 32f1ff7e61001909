import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOfPassword } from './password-rules.ts';
import { createPasswords } from './passwords.ts';

const about = ['ann.reed@example.com', 'Ann Reed', 'Northgate Lifts'];

test('long passwords are taken as they are; short, common and obvious ones are not', () => {
  for (const good of [
    'quiet harbour lantern 9',
    'пароль-из-трёх-слов',
    'xK9#mQ2$vL7!',
    '🔧🔩🪛🔨🪚🧰🔑🗝️🚪🪟🧱🏗️',
    'northgate rabbits jump',
    'Lifts#83920174650192837465%',
    'example 1 mast 2 sail',
  ]) {
    assert.equal(faultOfPassword(good, about), undefined, good);
  }
  for (const [bad, reason] of [
    ['elevenchars', /has 11 characters/],
    ['x'.repeat(1_001), /at most 1000/],
    ['Password1234', /tried first/],
    ['PASSWORD!!!!!!', /tried first/],
    ['123Welcome2026', /tried first/],
    ['aaaaaaaaaaaa', /tried first/],
    ['qwertyuiopas', /tried first/],
    ['abcdefghijklm', /tried first/],
    ['098765432109', /tried first/],
    ['correcthorsebatterystaple', /tried first/],
    ['ann.reed@example.com', /name or an address/],
    ['Northgate Lifts 2026', /name or an address/],
    ['NorthgateLifts1', /name or an address/],
    ['Northgate-Lifts1', /name or an address/],
    ['northgate2026', /name or an address/],
    ['2026!northgate', /name or an address/],
    ['annreed2026!!', /name or an address/],
    ['Ann-Reed-12345', /name or an address/],
  ] as const) {
    assert.match(faultOfPassword(bad, about) ?? 'taken', reason, bad);
  }
});

test('words of every script count as words', () => {
  const known = ['ivan@example.com', 'Иван', 'Петров', 'Лифтсервис'];
  for (const good of [
    'Лифтсервис возит людей',
    'мой старый password не скажу',
    'Иван любит горы и море',
    'लंबा पासवर्ड Ivan यहाँ',
  ]) {
    assert.equal(faultOfPassword(good, known), undefined, good);
  }
  for (const bad of ['Лифтсервис 2026', 'Иван.Петров.2026']) {
    assert.match(faultOfPassword(bad, known) ?? 'taken', /name or an address/, bad);
  }
});

test('a hash is argon2id with 19 MiB, two passes and a salt of its own; what is damaged lets nobody in', async () => {
  const passwords = createPasswords();
  const [one, two] = [
    await passwords.hash('quiet harbour lantern 9', 'a'),
    await passwords.hash('quiet harbour lantern 9', 'a'),
  ];
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(one, two);
  const turn = await passwords.turn('a');
  assert.ok(turn !== 'busy');
  assert.equal(await turn.verify(one, 'quiet harbour lantern 9'), 'right');
  assert.equal(await turn.verify(one, 'quiet harbour lantern 8'), 'wrong');
  for (const damaged of [undefined, '', one.slice(0, -1), one.replace('m=19456', 'm=99999999'), 'x'.repeat(97)]) {
    assert.equal(await turn.verify(damaged, 'quiet harbour lantern 9'), 'wrong', String(damaged));
  }
});

test('of password hashes one address gets two at a time, and another comes in between', async () => {
  const passwords = createPasswords({ cost: { memoryKiB: 1024, passes: 1, lanes: 1 } });
  const [budget] = passwords.budgets;
  const crowd = Array.from({ length: 6 }, () => passwords.hash('quiet harbour lantern 9', '192.0.2.1'));
  assert.equal(budget!.heldBy('192.0.2.1'), 2);
  const other = passwords.hash('quiet harbour lantern 9', '192.0.2.2');
  assert.equal(budget!.heldBy('192.0.2.2'), 1);
  assert.equal(budget!.tally().waiting, 4, 'the crowd is still waiting');
  assert.notEqual(await other, 'busy');
  await Promise.all(crowd);
  assert.deepEqual([budget!.tally().held, budget!.tally().total], [0, 3]);
});

test('all who have failed lately have one hash between them; who has not goes past', async () => {
  const passwords = createPasswords();
  const crowd = Array.from({ length: 100 }, (_, n) => passwords.turn(`192.0.2.${n}`, true));
  const first = await crowd[0]!;
  const others = await Promise.all([passwords.turn('198.51.100.1'), passwords.turn('198.51.100.2')]);
  assert.ok(!others.includes('busy') && first !== 'busy');
  assert.deepEqual(
    passwords.budgets.map((budget) => [budget.tally().held, budget.tally().waiting]),
    [
      [3, 0],
      [1, 99],
    ],
  );
  for (const other of others) if (other !== 'busy') other.end();
  for (const one of crowd) {
    const turn = await one;
    if (turn !== 'busy') turn.end();
  }
  assert.deepEqual(
    passwords.budgets.map((budget) => budget.tally().held),
    [0, 0],
  );
});

test('while a hundred addresses guess for the first time, who comes then has to wait for one hash of each', async () => {
  const passwords = createPasswords();
  const asked = (holder: string) => passwords.turn(holder);
  let ended = 0;
  const crowd = Array.from({ length: 1_000 }, async (_, n) => {
    const turn = await asked(`192.0.2.${n % 100}`);
    if (turn === 'busy') return;
    // As if each took its time, one after the other.
    await new Promise((passed) => setImmediate(passed));
    ended++;
    turn.end();
  });
  const newcomer = await asked('198.51.100.1');
  assert.ok(newcomer !== 'busy', 'there is a place in the line');
  assert.ok(ended <= 103, `${ended} came before`);
  newcomer.end();
  await Promise.all(crowd);
});
