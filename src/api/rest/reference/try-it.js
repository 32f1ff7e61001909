/** A form for one operation that sends the request, shows what comes back, and says it as a line for the shell. */
import { credentialHeaders } from './credentials.js';
import { codeBlock, element } from './element.js';

export function tryIt({ method, path, operation, resolve, secured }) {
  const parameters = (operation.parameters ?? []).map(resolve);
  const [mediaType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const inputs = parameters.map((parameter) => ({ parameter, input: inputFor(parameter) }));
  const body = content && element('textarea', { rows: '10', spellcheck: 'false', 'aria-label': 'Body' });
  const examples = Object.values(content?.examples ?? {}).map(resolve);
  if (body) body.value = shown(examples[0]?.value ?? content.example ?? {});
  const result = element('div', { class: 'result', role: 'status' });
  const shell = element('div', {});
  const isNeeded = ({ parameter }) => parameter.required || parameter.in === 'path';
  const [needed, optional] = [inputs.filter(isNeeded), inputs.filter((one) => !isNeeded(one))];
  const form = element(
    'form',
    { class: 'try', onsubmit: send, oninput: tell },
    needed.map(field),
    optional.length === 0
      ? undefined
      : element(
          'details',
          {},
          element('summary', {}, `${optional.length}${needed.length === 0 ? '' : ' more'} parameters`),
          element('div', { class: 'grid' }, optional.map(field)),
        ),
    examples.length > 1 ? choice() : undefined,
    body,
    element('div', { class: 'buttons' }, element('button', { type: 'submit' }, `Send ${method.toUpperCase()}`)),
  );
  tell();
  return element('div', {}, form, result, element('h4', {}, 'In a shell'), shell);

  function choice() {
    const options = examples.map((example, n) =>
      element('option', { value: String(n) }, example.summary ?? `Example ${n + 1}`),
    );
    const chosen = element(
      'select',
      { 'aria-label': 'Example', onchange: () => fill(examples[Number(chosen.value)]) },
      options,
    );
    return element('label', {}, element('span', {}, 'Example'), chosen);
  }

  function fill(example) {
    body.value = shown(example.value);
    tell();
  }

  function request() {
    const given = inputs.map(({ parameter, input }) => ({ ...parameter, value: input.value.trim() }));
    const filled = given.filter(({ value }) => value !== '');
    const address = given
      .filter((one) => one.in === 'path')
      .reduce(
        (made, { name, value }) => (value === '' ? made : made.replace(`{${name}}`, encodeURIComponent(value))),
        path,
      );
    const query = filled
      .filter((one) => one.in === 'query')
      .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    const headers = Object.fromEntries(
      filled.filter((one) => one.in === 'header').map(({ name, value }) => [name, value]),
    );
    if (mediaType && body.value.trim() !== '') headers['content-type'] = mediaType;
    return {
      url: query.length === 0 ? address : `${address}?${query.join('&')}`,
      headers,
      body: body?.value.trim() || undefined,
    };
  }

  function tell() {
    const { url, headers, body: text } = request();
    const known = secured ? ['apiKey: $API_KEY', 'vaultSecret: $VAULT_SECRET', 'shardID: $SHARD_ID'] : [];
    const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const parts = [
      `curl -i${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quoted(location.origin + url)}`,
      ...known.map((header) => `-H "${header}"`),
      ...own.map((header) => `-H ${quoted(header)}`),
      ...(text === undefined ? [] : [`-d ${quoted(text)}`]),
    ];
    shell.replaceChildren(codeBlock(parts.join(' \\\n  ')));
  }

  async function send(event) {
    event.preventDefault();
    const { url, headers, body: text } = request();
    result.replaceChildren(element('p', { class: 'meta' }, 'Asking ...'));
    const began = performance.now();
    try {
      const reply = await fetch(url, {
        method: method.toUpperCase(),
        headers: { ...(secured ? credentialHeaders() : {}), ...headers },
        ...(text === undefined ? {} : { body: text }),
        cache: 'no-store',
      });
      const answer = await reply.text();
      show(reply, answer, performance.now() - began);
    } catch (failure) {
      result.replaceChildren(element('p', { class: 'bad' }, `No answer: ${failure.message}`));
    }
  }

  function show(reply, answer, ms) {
    const isJson = /\bjson\b/.test(reply.headers.get('content-type') ?? '');
    const headers = [...reply.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    result.replaceChildren(
      element(
        'p',
        {},
        element('span', { class: `status ${reply.ok ? 'ok' : 'bad'}` }, `${reply.status} ${reply.statusText}`),
        element('span', { class: 'meta' }, ` ${Math.round(ms)} ms, ${answer.length.toLocaleString('en')} characters`),
      ),
      ...(answer === '' ? [] : [codeBlock(isJson ? shown(JSON.parse(answer)) : answer)]),
      element('details', {}, element('summary', {}, 'Headers of the answer'), codeBlock(headers)),
    );
  }
}

function field({ parameter, input }) {
  return element('label', { title: parameter.description }, element('span', {}, parameter.name), input);
}

function inputFor({ name, schema = {}, required, in: place }) {
  const values = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  if (values !== undefined) {
    const options = ['', ...values].map((value) => element('option', { value }, String(value)));
    return element('select', { name }, options);
  }
  return element('input', {
    name,
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    required: required || place === 'path',
    placeholder: schema.default === undefined ? undefined : String(schema.default),
  });
}

function shown(value) {
  return JSON.stringify(value, null, 2);
}

/** As one word of a shell. */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
