import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderPythonTypes } from './python-types.ts';

const written = (schemas: object) => renderPythonTypes({ paths: {}, components: { schemas, parameters: {} } } as never);

test('what a schema allows is said in the types of Python', () => {
  const text = written({
    Hook: {
      type: 'object',
      required: ['id', 'state'],
      properties: {
        id: { type: 'integer' },
        state: { type: 'string', enum: ['on', 'off', null] },
        only: { const: true },
        target: { oneOf: [{ $ref: '#/components/schemas/Target' }, { type: 'null' }] },
        headers: { type: 'object', additionalProperties: { type: 'string' } },
        steps: { type: 'array', items: { type: 'object', properties: { cost: { type: ['number', 'null'] } } } },
      },
    },
  });
  for (const line of [
    '    id: int',
    '    state: Optional[Literal["on", "off"]]',
    '    only: NotRequired[Literal[True]]',
    '    target: NotRequired[Optional["Target"]]',
    '    headers: NotRequired[dict[str, str]]',
    '    steps: NotRequired[list["Hook_steps"]]',
    'class Hook_steps(TypedDict):',
    '    cost: NotRequired[Optional[float]]',
  ])
    assert.ok(text.split('\n').includes(line), `${line}\n${text}`);
});

test('a member whose name means something to Python is written in another way', () => {
  const text = written({ Move: { type: 'object', required: ['from'], properties: { from: { type: 'string' } } } });
  assert.ok(text.includes('Move = TypedDict(\n    "Move",\n    {\n        "from": str,\n    },\n)'), text);
});
