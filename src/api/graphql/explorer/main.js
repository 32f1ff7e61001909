/** The explorer: credentials, a query with its variables, the answer, and the schema of the key beside them. */
import { credentialHeaders, credentialsPanel } from './credentials.js';
import { editor } from './editor.js';
import { element } from './element.js';
import { examples } from './examples.js';
import { schemaBrowser } from './schema.js';

const KEPT = 'mds-graphql';
const place = document.getElementById('explorer');
const { endpoint } = place.dataset;
const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');

const query = editor({ label: 'Query', text: kept.query ?? examples[0].query, rows: 22, onrun: run, onchange: keep });
const variables = editor({
  label: 'Variables, as JSON',
  text: kept.variables ?? '',
  rows: 4,
  onrun: run,
  onchange: keep,
});
const status = element('p', { class: 'meta', role: 'status' }, 'Type your credentials, then run the query.');
const answer = element('pre', { tabindex: '0', 'aria-label': 'Answer' });
const browser = schemaBrowser({ ask, insert: query.insert });

place.replaceChildren(
  element('a', { class: 'skip', href: '#query' }, 'Skip to the query'),
  element(
    'header',
    {},
    element('h1', {}, 'GraphQL'),
    element(
      'p',
      { class: 'meta' },
      'Reads the records of one account. Changes are made over ',
      link('/docs', 'REST'),
      '.',
    ),
  ),
  element('aside', { class: 'side' }, credentialsPanel(browser.load), exampleList(), browser.panel),
  element(
    'main',
    { id: 'query', tabindex: '-1' },
    query.view,
    variables.view,
    element(
      'div',
      { class: 'buttons' },
      element('button', { type: 'button', onclick: run }, 'Run'),
      element('span', { class: 'meta' }, 'or Ctrl and Enter'),
    ),
  ),
  element(
    'section',
    { class: 'answer', 'aria-labelledby': 'answer-title' },
    element('h2', { id: 'answer-title' }, 'Answer'),
    status,
    answer,
  ),
);
if (Object.keys(credentialHeaders()).length === 3) browser.load();

function exampleList() {
  const items = examples.map((example) =>
    element(
      'li',
      {},
      element('button', { type: 'button', class: 'example', onclick: () => choose(example) }, example.question),
    ),
  );
  return element('section', { class: 'panel' }, element('h2', {}, 'Questions to begin with'), element('ol', {}, items));
}

function choose(example) {
  query.set(example.query);
  variables.set(example.variables ?? '');
  keep();
  run();
}

function keep() {
  sessionStorage.setItem(KEPT, JSON.stringify({ query: query.text(), variables: variables.text() }));
}

async function run() {
  let given;
  try {
    given = variables.text().trim() === '' ? {} : JSON.parse(variables.text());
  } catch (failure) {
    status.textContent = `The variables are not JSON: ${failure.message}`;
    return;
  }
  status.textContent = 'Asking ...';
  const began = performance.now();
  try {
    const { reply, body } = await ask(query.text(), given);
    const took = `${Math.round(performance.now() - began)} ms`;
    const cost = body.extensions === undefined ? '' : `, cost ${body.extensions.cost}`;
    status.textContent = reply.ok
      ? `${took}${cost}`
      : `${reply.status}: ${body.errors?.[0]?.message ?? reply.statusText}`;
    status.className = reply.ok ? 'meta' : 'bad';
    answer.textContent = JSON.stringify(body.data ?? body, null, 2);
    if (reply.ok) browser.load();
  } catch (failure) {
    status.textContent = `No answer: ${failure.message}`;
    status.className = 'bad';
  }
}

async function ask(text, given = {}) {
  const reply = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentialHeaders() },
    body: JSON.stringify({ query: text, variables: given }),
  });
  return { reply, body: await reply.json() };
}

function link(href, text) {
  return element('a', { href }, text);
}
