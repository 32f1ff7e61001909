// The rooms of the house and the arrows between them. Imports go one way only, and no file imports itself by a detour.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';

const root = dirname(import.meta.dirname);

type Arrow = string;

const foundation: Arrow[] = ['lib', 'fairness', 'catalogue', 'problems.ts', 'settings.ts', 'accounts'];

/** Room -> the rooms it may import; 'types of x' allows only `import type`. A file directly in src is its own room. */
const rooms: Record<string, Arrow[] | 'anything'> = {
  lib: [],
  fairness: ['lib'],
  catalogue: [],
  'problems.ts': ['lib', 'catalogue'],
  'settings.ts': ['lib', 'catalogue'],
  accounts: ['lib', 'catalogue', 'problems.ts', 'settings.ts'],
  records: foundation,
  webhooks: foundation,
  mail: foundation,
  people: [...foundation, 'records', 'mail'],
  analytics: [...foundation, 'records'],
  approvals: [...foundation, 'records', 'webhooks', 'people'],
  storage: [...foundation, 'records', 'webhooks', 'people', 'mail', 'approvals', 'analytics'],
  http: foundation,
  'api/rest': [...foundation, 'http', 'records', 'webhooks', 'approvals'],
  'api/console': [...foundation, 'http', 'people', 'mail', 'records', 'webhooks', 'approvals', 'analytics'],
  'api/graphql': [...foundation, 'http', 'records'],
  'api/mcp': [...foundation, 'http', 'records', 'webhooks', 'approvals'],
  observability: [...foundation, 'types of http', 'types of api/graphql', 'types of webhooks', 'types of storage'],
  demo: ['lib', 'catalogue', 'types of records'],
  cli: 'anything',
  'reachable.ts': ['types of settings.ts', 'webhooks'],
  'background.ts': 'anything',
  'approving.ts': 'anything',
  'app.ts': 'anything',
  'main.ts': 'anything',
};

/** Path from the project's root -> text. */
type Sources = Map<string, string>;

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

test('every import follows the arrows between the rooms', () => {
  assert.deepEqual(wrongArrows(readSources()), []);
});

test('no file imports itself, directly or over others', () => {
  assert.deepEqual(cycles(readSources()), []);
});

test('a wrong arrow is found, whatever form the import takes', () => {
  const forms = [
    `import { open } from '../../storage/open.ts';`,
    `import type { Open } from '../../storage/open.ts';`,
    `import {\n  type Open,\n  open,\n} from "../../storage/open.ts";`,
    `import * as storage from '../../storage/open.ts';`,
    `import '../../storage/open.ts';`,
    `export { open } from '../../storage/open.ts';`,
    `export * from '../../storage/open.ts';`,
    `const { open } = await import('../../storage/open.ts');`,
    `type Open = import('../../storage/open.ts').Open;`,
    `new Worker(new URL('../../storage/open.ts', import.meta.url));`,
    `const quote = /['"\`]/; const text = 'import';\nconst { open } = await import('../../storage/open.ts');`,
    `const url = \`https://\${host}/*\`; // '\nexport { open } from '../../storage/open.ts'; /* */`,
  ];
  for (const form of forms) {
    const found = wrongArrows(new Map([['src/api/rest/routes.ts', form]]));
    assert.deepEqual(
      found,
      ['src/api/rest/routes.ts imports src/storage/open.ts: api/rest may not import storage'],
      form,
    );
  }
});

test('an import in a comment or a text is none', () => {
  const text = [
    `// import { open } from '../../storage/open.ts';`,
    `/* import { open } from '../../storage/open.ts'; */`,
    `const example = \`import { open } from '../../storage/open.ts';\`;`,
    `const other = "import('../../storage/open.ts')";`,
  ].join('\n');
  assert.deepEqual(wrongArrows(new Map([['src/api/rest/routes.ts', text]])), []);
});

test('types alone may be imported where the arrow is for types', () => {
  const value = `import { change } from '../records/change.ts';`;
  assert.deepEqual(wrongArrows(new Map([['src/demo/firm.ts', value]])), [
    'src/demo/firm.ts imports src/records/change.ts: demo may only import types of records',
  ]);
  const type = `import type { Change } from '../records/change.ts';`;
  assert.deepEqual(wrongArrows(new Map([['src/demo/firm.ts', type]])), []);
});

test('an unknown room, and a file outside src, are refused by name', () => {
  assert.deepEqual(wrongArrows(new Map([['src/helpers/pad.ts', '']])), ['src/helpers/pad.ts lies in no known room']);
  assert.deepEqual(wrongArrows(new Map([['src/lib/ids.ts', `import '../../tests/run.ts';`]])), [
    'src/lib/ids.ts imports tests/run.ts: lib may not import what lies outside src',
  ]);
});

test('a cycle is found, and one that consists of types alone is none', () => {
  const ring = new Map([
    ['src/records/a.ts', `import { b } from './b.ts';`],
    ['src/records/b.ts', `export * from './list/c.ts';`],
    ['src/records/list/c.ts', `const a = await import('../a.ts');`],
    ['src/records/d.ts', `import { a } from './a.ts';`],
  ]);
  assert.deepEqual(cycles(ring), ['src/records/a.ts -> src/records/b.ts -> src/records/list/c.ts -> src/records/a.ts']);
  assert.deepEqual(cycles(new Map([['src/lib/a.ts', `import './a.ts';`]])), ['src/lib/a.ts -> src/lib/a.ts']);
  assert.deepEqual(cycles(ring.set('src/records/list/c.ts', `import type { A } from '../a.ts';`)), []);
});

function readSources(): Sources {
  const paths = globSync('src/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
  assert.ok(paths.length > 20, 'the sources were not found');
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

function wrongArrows(sources: Sources): string[] {
  const strays = [...sources.keys()].filter((path) => rooms[roomOf(path)] === undefined);
  const wrong = [...sources]
    .flatMap(([path, text]) => importsOf(path, text))
    .flatMap((arrow) => wrongArrow(arrow) ?? []);
  return [...strays.map((path) => `${path} lies in no known room`), ...wrong];
}

function wrongArrow({ from, to, typeOnly }: Import): string | null {
  const room = roomOf(from);
  const allowed = rooms[room];
  if (allowed === undefined || allowed === 'anything') return null;
  const target = to.startsWith('src/') ? roomOf(to) : 'what lies outside src';
  if (target === room || allowed.includes(target)) return null;
  const types = allowed.includes(`types of ${target}`);
  if (types && typeOnly) return null;
  return `${from} imports ${to}: ${room} may ${types ? `only import types of` : 'not import'} ${target}`;
}

/** src/records/lists/plan.ts -> records; src/api/rest/routes.ts -> api/rest; src/app.ts -> app.ts */
function roomOf(path: string): string {
  const [, room = path, door] = path.split('/');
  return room === 'api' ? `api/${door}` : room;
}

function cycles(sources: Sources): string[] {
  const targets = new Map<string, string[]>();
  for (const [path, text] of sources) {
    const values = importsOf(path, text).filter((found) => !found.typeOnly && sources.has(found.to));
    targets.set(path, [...new Set(values.map((found) => found.to))]);
  }
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: string[]): void => {
    if (way.includes(path)) return void found.push([...way.slice(way.indexOf(path)), path].join(' -> '));
    if (done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return found;
}

// One pass from left to right: what is not code is matched first and so skipped, an import in it never seen.
const notCode = [
  /\/\/[^\n]*/,
  /\/\*[\s\S]*?\*\//,
  /`(?:\\.|[^`\\])*`/,
  /(?<=[(,=:[!&|?{};]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\//,
];
const importForms = [
  /\b(?:import|export)\s+(?<typeOnly>type\s)?[^'"`;()=]*?\bfrom\s*['"](?<statement>[^'"\n]+)['"]/,
  /\bimport\s*['"](?<effect>[^'"\n]+)['"]/,
  /\bimport\s*\(\s*['"](?<dynamic>[^'"\n]+)['"]/,
  /\bnew URL\(\s*['"](?<file>[^'"\n]+)['"]\s*,\s*import\.meta\.url/,
];
const text = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/;
const scan = new RegExp([...notCode, ...importForms, text].map((part) => part.source).join('|'), 'g');

function importsOf(path: string, source: string): Import[] {
  return [...source.matchAll(scan)].flatMap(({ groups = {} }) => {
    const target = groups.statement ?? groups.effect ?? groups.dynamic ?? groups.file;
    // Packages and built-in modules are no room.
    if (target === undefined || !target.startsWith('.')) return [];
    return [{ from: path, to: posix.join(posix.dirname(path), target), typeOnly: groups.typeOnly !== undefined }];
  });
}
