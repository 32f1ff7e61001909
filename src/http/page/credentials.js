/**
 * The credentials that requests are tried with. They are kept by the tab and survive a reload of it; closing it forgets them. They go
 * nowhere but into requests to this service.
 */
import { element } from './element.js';

const KEY = 'mds-credentials';
const names = ['apiKey', 'vaultSecret', 'shardID'];

export function credentials() {
  return JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
}

/** The headers of a request to an operation that needs them. */
export function credentialHeaders() {
  return Object.fromEntries(Object.entries(credentials()).filter(([, value]) => value !== ''));
}

/** `onhold` is told when they turned out to be good. */
export function credentialsPanel(onhold = () => {}) {
  const answer = element('p', { class: 'meta', role: 'status' });
  const inputs = names.map((name) =>
    element('input', {
      id: `credential-${name}`,
      type: name === 'vaultSecret' ? 'password' : 'text',
      autocomplete: 'off',
      spellcheck: 'false',
      value: credentials()[name] ?? '',
      oninput: keep,
    }),
  );
  const form = element(
    'form',
    { class: 'credentials', onsubmit: check },
    names.map((name, n) => element('label', {}, element('span', {}, name), inputs[n])),
    element('div', { class: 'buttons' }, button('Check', 'submit'), button('Forget', 'button', forget)),
  );
  return element(
    'section',
    { class: 'panel', 'aria-labelledby': 'credentials-title' },
    element('h2', { id: 'credentials-title' }, 'Your credentials'),
    element(
      'p',
      { class: 'meta' },
      'For trying requests here. This tab keeps them until it is closed, and sends them to this service only.',
    ),
    form,
    answer,
  );

  function keep() {
    const given = Object.fromEntries(names.map((name, n) => [name, inputs[n].value.trim()]));
    sessionStorage.setItem(KEY, JSON.stringify(given));
  }

  function forget() {
    sessionStorage.removeItem(KEY);
    for (const input of inputs) input.value = '';
    answer.textContent = 'Forgotten.';
  }

  async function check(event) {
    event.preventDefault();
    keep();
    answer.textContent = 'Asking ...';
    try {
      const reply = await fetch('/api/Me', { headers: credentialHeaders() });
      const body = await reply.json();
      answer.textContent = reply.ok
        ? `They hold: ${body.integration.name} of ${body.account.name}.`
        : `${reply.status}: ${body.detail}`;
      if (reply.ok) onhold();
    } catch (failure) {
      answer.textContent = `No answer: ${failure.message}`;
    }
  }
}

function button(text, type, onclick) {
  return element('button', { type, class: type === 'submit' ? '' : 'quiet', onclick }, text);
}
