/** The schema of the key, to look through: a type with its fields, each a way to the type behind it. A click on a field's name writes it. */
import { element } from './element.js';

const INTROSPECTION = `{
  __schema {
    queryType { name }
    types {
      name kind description
      fields { name description type { ...Type } args { name description type { ...Type } } }
      inputFields { name description type { ...Type } }
      enumValues { name }
    }
  }
}
fragment Type on __Type { name kind ofType { name kind ofType { name kind ofType { name kind } } } }`;

export function schemaBrowser({ ask, insert }) {
  const body = element('div', {}, element('p', { class: 'meta' }, 'Shown once your credentials are known.'));
  const find = element('input', {
    type: 'search',
    id: 'find',
    placeholder: 'Find a field or a type',
    oninput: () => show(current),
  });
  const panel = element(
    'section',
    { class: 'panel schema', 'aria-labelledby': 'schema-title' },
    element('h2', { id: 'schema-title' }, 'Schema'),
    element('label', { for: 'find', class: 'hidden' }, 'Find in the schema'),
    find,
    body,
  );
  let types;
  let current = 'Query';
  return { panel, load };

  async function load() {
    if (types !== undefined) return;
    const { reply, body: answer } = await ask(INTROSPECTION);
    if (!reply.ok) return;
    types = new Map(answer.data.__schema.types.map((type) => [type.name, type]));
    show('Query');
  }

  function show(name) {
    current = name;
    const wanted = find.value.trim().toLowerCase();
    body.replaceChildren(wanted === '' || types === undefined ? typeView(types?.get(name)) : results(wanted));
  }

  function open(name) {
    find.value = '';
    show(name);
  }

  function results(wanted) {
    const found = [];
    for (const type of types.values()) {
      if (type.name.startsWith('__')) continue;
      if (type.name.toLowerCase().includes(wanted)) found.push(element('li', {}, typeLink(type.name)));
      for (const field of type.fields ?? []) {
        if (field.name.toLowerCase().includes(wanted))
          found.push(element('li', {}, typeLink(type.name), `.${field.name}`));
      }
    }
    const shown = found.slice(0, 100);
    return element(
      'ul',
      { class: 'fields' },
      shown.length > 0 ? shown : element('li', { class: 'meta' }, 'Nothing of that name.'),
    );
  }

  function typeView(type) {
    if (type === undefined) return element('p', { class: 'meta' }, 'Shown once your credentials are known.');
    const back = type.name === 'Query' ? undefined : element('p', {}, typeLink('Query', 'All there is'));
    const fields = (type.fields ?? type.inputFields ?? []).map(fieldView);
    const values = (type.enumValues ?? []).map(({ name }) => element('li', {}, element('code', {}, name)));
    return element(
      'div',
      {},
      back,
      element('h3', {}, type.name),
      type.description ? element('p', { class: 'meta' }, type.description) : undefined,
      element('ul', { class: 'fields' }, fields, values),
    );
  }

  function fieldView(field) {
    const name = element(
      'button',
      { type: 'button', class: 'name', title: 'Write it into the query', onclick: () => insert(field.name) },
      field.name,
    );
    const given = (field.args ?? []).map((one) => element('li', {}, `${one.name}: `, typeOf(one.type)));
    return element(
      'li',
      {},
      name,
      ': ',
      typeOf(field.type),
      field.description ? element('p', { class: 'meta' }, field.description) : undefined,
      given.length > 0 ? element('ul', { class: 'arguments' }, given) : undefined,
    );
  }

  function typeOf(type) {
    if (type.kind === 'NON_NULL') return [typeOf(type.ofType), '!'];
    if (type.kind === 'LIST') return ['[', typeOf(type.ofType), ']'];
    return typeLink(type.name);
  }

  function typeLink(name, text = name) {
    return element('button', { type: 'button', class: 'type', onclick: () => open(name) }, text);
  }
}
