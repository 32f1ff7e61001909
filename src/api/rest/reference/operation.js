/** One operation: what it does, what it takes, what it answers, and a form to try it. Its inside is made when it is opened. */
import { codeBlock, element, folded } from './element.js';
import { inline, markdown } from './markdown.js';
import { schemaView, typeOf } from './schema.js';
import { tryIt } from './try-it.js';

/** `source` is `paths` for what is asked here, `webhooks` for what is sent from here. */
export function operationView({ method, path, operation, source, document, resolve }) {
  const isOffered = source === 'paths';
  const summary = element(
    'span',
    { class: 'operation-line' },
    element('span', { class: `method ${method}` }, method.toUpperCase()),
    element('code', { class: 'path' }, isOffered ? path : 'your endpoint'),
    element('span', { class: 'operation-name' }, operation.summary),
  );
  const inside = () => element('div', { class: 'operation-inside' }, parts());
  return folded(summary, inside, { class: 'operation', id: operation.operationId });

  function parts() {
    const secured = (operation.security ?? document.security ?? []).some((one) => 'apiKey' in one);
    return [
      markdown(operation.description),
      isOffered ? section('Try it', tryIt({ method, path, operation, resolve, secured })) : undefined,
      parametersView(),
      bodyView(operation.requestBody),
      section('Answers', Object.entries(operation.responses ?? {}).map(responseView)),
    ];
  }

  function parametersView() {
    const parameters = (operation.parameters ?? []).map(resolve);
    if (parameters.length === 0) return undefined;
    const rows = parameters.map((one) =>
      element(
        'tr',
        {},
        element(
          'th',
          { scope: 'row' },
          element('code', {}, one.name),
          one.required ? element('span', { class: 'tag' }, 'required') : undefined,
        ),
        element(
          'td',
          { class: 'type' },
          typeOf(one.schema ?? {}, resolve),
          element('div', { class: 'meta' }, `in ${one.in}`),
        ),
        element('td', {}, inline(one.description ?? '')),
      ),
    );
    const table = () =>
      element('div', { class: 'wide' }, element('table', { class: 'fields' }, element('tbody', {}, rows)));
    return section('Parameters', rows.length > 8 ? folded(`All ${rows.length}`, table) : table());
  }

  function bodyView(body) {
    if (body === undefined) return undefined;
    const contents = Object.entries(body.content ?? {}).map(([type, content]) => contentView(type, content));
    return section('Body', [element('p', {}, inline(body.description ?? '')), contents]);
  }

  function responseView([status, given]) {
    const response = resolve(given);
    const headers = Object.entries(response.headers ?? {});
    const title = element(
      'span',
      {},
      element('span', { class: `status ${status < '400' ? 'ok' : 'bad'}` }, status),
      ' ',
      inline(response.description ?? ''),
    );
    return folded(title, () =>
      element(
        'div',
        { class: 'indented' },
        headers.length === 0
          ? undefined
          : element(
              'dl',
              {},
              headers.map(([name, header]) => [
                element('dt', {}, element('code', {}, name)),
                element('dd', {}, inline(resolve(header).description ?? '')),
              ]),
            ),
        Object.entries(response.content ?? {}).map(([type, content]) => contentView(type, content)),
      ),
    );
  }

  function contentView(type, content) {
    const examples = Object.values(content.examples ?? {}).map(resolve);
    const schema = content.schema;
    return element(
      'div',
      {},
      element('p', { class: 'meta' }, element('code', {}, type)),
      schema === undefined ? undefined : folded('Fields', () => schemaView(schema, resolve)),
      examples.map((example) =>
        folded(`Example: ${example.summary ?? ''}`, () => codeBlock(exampleText(example.value))),
      ),
    );
  }
}

function exampleText(value) {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function section(title, ...content) {
  return element('section', {}, element('h4', {}, title), content);
}
