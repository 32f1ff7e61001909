/** Schemas for people: a table of fields with what each may hold, and what is inside of it when it is opened. */
import { element, folded } from './element.js';
import { inline } from './markdown.js';

/** Finds what a `$ref` stands for. */
export function resolver(whole) {
  return (value) => {
    if (value?.$ref === undefined) return value;
    const path = value.$ref.slice(2).split('/');
    return path.reduce((found, step) => found[step.replaceAll('~1', '/').replaceAll('~0', '~')], whole);
  };
}

export function schemaView(given, resolve) {
  const schema = resolve(given);
  if (schema.oneOf !== undefined) {
    const choices = schema.oneOf.map((choice, n) =>
      folded(resolve(choice).title ?? `Form ${n + 1}: ${typeOf(choice, resolve)}`, () => schemaView(choice, resolve)),
    );
    return element('div', {}, element('p', { class: 'meta' }, 'One of these:'), choices);
  }
  if (schema.items !== undefined) {
    return element(
      'div',
      {},
      element('p', { class: 'meta' }, `A list of ${nameOf(schema.items, resolve)}`),
      schemaView(schema.items, resolve),
    );
  }
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return element('p', { class: 'meta' }, typeOf(schema, resolve), limits(schema));
  const rows = fields.map(([name, field]) => fieldRow(name, field, (schema.required ?? []).includes(name), resolve));
  return element('div', { class: 'wide' }, element('table', { class: 'fields' }, element('tbody', {}, rows)));
}

function fieldRow(name, given, required, resolve) {
  const field = resolve(given);
  const inner = resolve(field.items ?? field);
  const hasInner = inner.properties !== undefined || inner.oneOf !== undefined;
  return element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row' },
      element('code', {}, name),
      required ? element('span', { class: 'tag' }, 'required') : undefined,
    ),
    element('td', { class: 'type' }, typeOf(given, resolve), limits(field)),
    element(
      'td',
      {},
      inline(given.description ?? field.description ?? ''),
      hasInner ? folded('Fields', () => schemaView(inner, resolve)) : undefined,
    ),
  );
}

export function typeOf(given, resolve) {
  const schema = resolve(given);
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return choices.map((choice) => typeOf(choice, resolve)).join(' | ');
  const types = [schema.type ?? (schema.properties ? 'object' : 'any')].flat();
  return types
    .map((type) => {
      if (type === 'array') return `list of ${nameOf(schema.items ?? {}, resolve)}`;
      if (type === 'string' && schema.format !== undefined) return schema.format;
      return type;
    })
    .join(' | ');
}

function nameOf(schema, resolve) {
  return resolve(schema).title ?? typeOf(schema, resolve);
}

const shownLimits = {
  minLength: (value) => `at least ${value} characters`,
  maxLength: (value) => `up to ${value} characters`,
  minItems: (value) => `at least ${value}`,
  maxItems: (value) => `up to ${value}`,
  default: (value) => `default ${JSON.stringify(value)}`,
};

function limits(schema) {
  const shown = Object.entries(shownLimits).flatMap(([name, show]) =>
    schema[name] === undefined ? [] : [show(schema[name])],
  );
  if (Math.abs(schema.minimum) < Number.MAX_SAFE_INTEGER) shown.push(`from ${schema.minimum}`);
  if (schema.maximum < Number.MAX_SAFE_INTEGER) shown.push(`to ${schema.maximum}`);
  return shown.length === 0 ? undefined : element('div', { class: 'meta' }, shown.join(', '));
}
