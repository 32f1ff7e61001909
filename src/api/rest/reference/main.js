/** The reference page: reads the document and lays it out. */
import { credentialsPanel } from './credentials.js';
import { element } from './element.js';
import { markdown } from './markdown.js';
import { operationView } from './operation.js';
import { resolver } from './schema.js';

const place = document.getElementById('reference');
try {
  const reply = await fetch(place.dataset.document);
  if (!reply.ok) throw new Error(`the answer was ${reply.status}`);
  show(await reply.json());
} catch (failure) {
  place.replaceChildren(
    element('p', { class: 'bad' }, `The document could not be shown: ${failure.message}. Reload the page.`),
  );
}

function show(whole) {
  const operations = operationsOf(whole);
  const groups = whole['x-tagGroups'].map(({ name, tags }) => ({
    name,
    tags: tags.map((tag) => ({
      ...whole.tags.find((one) => one.name === tag),
      operations: operations.filter(({ operation }) => operation.tags.includes(tag)),
    })),
  }));
  place.replaceChildren(
    element('a', { class: 'skip', href: '#content' }, 'Skip to content'),
    navigation(groups),
    element(
      'main',
      { id: 'content', tabindex: '-1' },
      element(
        'header',
        {},
        element('h1', {}, whole.info.title),
        element(
          'p',
          { class: 'meta' },
          `Version ${whole.info.version}. `,
          element('a', { href: place.dataset.document, download: '' }, 'openapi.json'),
        ),
      ),
      credentialsPanel(),
      markdown(whole.info.description),
      groups.flatMap(({ tags }) => tags.map((tag) => tagView(tag, whole))),
    ),
  );
  addEventListener('hashchange', follow);
  follow();
}

function operationsOf(whole) {
  return ['paths', 'webhooks'].flatMap((source) =>
    Object.entries(whole[source] ?? {}).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ method, path, operation, source })),
    ),
  );
}

function tagView({ name, description, operations }, whole) {
  const resolve = resolver(whole);
  return element(
    'section',
    { class: 'tag-section', id: `tag-${name}` },
    element('h2', {}, name),
    element('p', { class: 'meta' }, description),
    operations.map((one) => operationView({ ...one, document: whole, resolve })),
  );
}

function navigation(groups) {
  const links = [];
  const filter = element('input', {
    type: 'search',
    placeholder: 'Find an operation',
    'aria-label': 'Find an operation',
    oninput: () => {
      const wanted = filter.value.trim().toLowerCase();
      for (const { link, text } of links) link.parentElement.hidden = !text.includes(wanted);
      for (const list of nav.querySelectorAll('details')) list.open = wanted !== '';
    },
  });
  const nav = element(
    'nav',
    { 'aria-label': 'Operations' },
    filter,
    groups.map(({ name, tags }) => element('div', {}, element('h2', {}, name), tags.map(tagLinks))),
  );
  return nav;

  function tagLinks({ name, operations }) {
    const items = operations.map(({ method, path, operation }) => {
      const link = element(
        'a',
        { href: `#${operation.operationId}` },
        element('span', { class: `dot ${method}` }),
        operation.summary,
      );
      links.push({ link, text: `${name} ${operation.summary} ${path} ${method}`.toLowerCase() });
      return element('li', {}, link);
    });
    return element('details', {}, element('summary', {}, name), element('ul', {}, items));
  }
}

/** Opens what the address names, and what it lies in. */
function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  if (target.tagName === 'DETAILS') target.open = true;
  for (const link of document.querySelectorAll('nav a')) {
    const isHere = link.hash === location.hash;
    link.toggleAttribute('aria-current', isHere);
    if (isHere) link.closest('details').open = true;
  }
  // What was opened is filled in the next turn.
  requestAnimationFrame(() => target.scrollIntoView());
}
