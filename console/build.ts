/**
 * Bundles the console: everything the browser gets, as files by their path below /console. `npm run console` writes them to console/dist; in a
 * clone the server makes them when it starts (kept-bundle.ts).
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin, stop } from 'esbuild';

/** `index.html` and `assets/...`; all but the page are named by their content. */
export type Bundle = ReadonlyMap<string, Uint8Array>;

const here = import.meta.dirname;
const require = createRequire(import.meta.url);
const ASSETS = '/console/assets/';

const common = {
  absWorkingDir: here,
  outdir: 'dist/assets',
  entryNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  metafile: true,
  write: false,
  target: ['chrome123', 'firefox121', 'safari17.5'],
  legalComments: 'none',
  logLevel: 'silent',
  define: { 'process.env.NODE_ENV': '"production"' },
} as const satisfies BuildOptions;

/** With the files it was made from, by their paths from here. */
export async function bundleConsole(): Promise<{ bundle: Bundle; sources: string[] }> {
  const styles = await bundleStyles();
  const [application, theme] = await Promise.all([
    build({
      ...common,
      entryPoints: { main: 'src/main.tsx' },
      format: 'esm',
      splitting: true,
      chunkNames: '[name]-[hash]',
      jsx: 'automatic',
      // The router brings along what React has had itself since its eighteenth version.
      alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
      plugins: [namesOf(styles.names), oneBase, straight, named],
    }),
    // Runs before anything is painted, so it is no module: those wait for the page.
    build({ ...common, entryPoints: { theme: 'src/theme/first.ts' }, format: 'iife' }),
  ]);
  // It keeps a process of its own, which has nothing to do any more.
  await stop();
  const page = html({
    ...outputsOf(application.metafile),
    theme: basename(theme.outputFiles[0]!.path),
    style: basename(styles.file.path),
  });
  const served = [...application.outputFiles, ...theme.outputFiles, styles.file];
  const assets = served.map((file) => [`assets/${basename(file.path)}`, file.contents] as const);
  return {
    bundle: new Map([['index.html', Buffer.from(page)], ...assets]),
    // Those that are made here are no files.
    sources: [styles, application, theme]
      .flatMap(({ metafile }) => Object.keys(metafile.inputs))
      .filter((path) => !/^(\w+:|<)/.test(path)),
  };
}

interface Styles {
  readonly file: OutputFile;
  /** What its classes are called, by the path of a sheet. */
  readonly names: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly metafile: Metafile;
}

/**
 * All styles are one file, in one order: tokens and the ground first, then parts, then pages. Made with the application, every part of it that is
 * loaded later would have a copy of the styles of all the parts it uses, in an order that depends on where one has been.
 */
async function bundleStyles(): Promise<Styles> {
  const sheets = globSync('src/**/*.module.css', { cwd: here }).sort(partsFirst);
  const lines = [
    ...['src/tokens.css', 'src/base.css'].map((sheet) => `import './${sheet}';`),
    ...sheets.map((sheet, n) => `import names${n} from './${sheet}';`),
    `export default { ${sheets.map((sheet, n) => `'${sheet}': names${n}`)} };`,
  ];
  const { outputFiles, metafile } = await build({
    ...common,
    stdin: { contents: lines.join('\n'), resolveDir: here },
    entryNames: 'style-[hash]',
    format: 'esm',
  });
  const [code, file] = ['.js', '.css'].map((ending) => outputFiles.find(({ path }) => path.endsWith(ending))!);
  const { default: names } = await import(`data:text/javascript,${encodeURIComponent(code!.text)}`);
  return { file: file!, names, metafile };
}

/** Each part brings along the names of the classes that it uses. */
function namesOf(names: Styles['names']): Plugin {
  return {
    name: 'names-of-classes',
    setup({ onLoad }) {
      onLoad({ filter: /\.module\.css$/ }, ({ path }) => ({
        contents: `export default ${JSON.stringify(names[relative(here, path)])};`,
      }));
    },
  };
}

/**
 * What is loaded first is one file, and so is what a page is made of. esbuild puts modules together that the same parts of the application reach,
 * and does not know which of them come after which: what they share became a hundred files of a few hundred bytes, which a slow line fetches six at
 * a time. So each part that is loaded later says what is there by then: all of the first, whoever loads it where that is one alone, and what its
 * folders call often used, where they have such a file.
 */
const oneBase: Plugin = {
  name: 'one-base',
  setup({ onResolve, onLoad }) {
    const loaders = loadersOfParts();
    onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) =>
      kind === 'dynamic-import' ? { path: join(resolveDir, path), namespace: 'later' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => {
      const [loader, ...others] = loaders.get(path)!;
      const below = [join(here, 'src/main.tsx'), ...oftenFrom(dirname(path))];
      if (loader !== undefined && others.length === 0) below.push(loader);
      const imports = below.map((file) => `import ${JSON.stringify(file)};\n`).join('');
      return { contents: `${imports}export * from ${JSON.stringify(path)};`, resolveDir: here };
    });
  },
};

/**
 * React is written as CommonJS, of which esbuild gives each module its own copy, and each use a detour: `(0, copy.jsx)(...)`. What it exports has
 * names here, once for all.
 */
const named: Plugin = {
  name: 'named',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react(\/jsx-runtime)?$/ }, ({ path, kind, namespace }) =>
      kind === 'import-statement' && namespace !== 'named' ? { path, namespace: 'named' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'named' }, ({ path }) => {
      const names = Object.keys(require(path)).filter((name) => !name.startsWith('__'));
      const contents = `import all from '${path}'; export default all; export const { ${names.join(', ')} } = all;`;
      return { contents, resolveDir: here };
    });
  },
};

/**
 * What is taken from these packages is taken from the file that has it. Through the one file that names everything, esbuild would put what any part
 * of the application takes into what is loaded first.
 */
const straight: Plugin = {
  name: 'straight',
  setup({ onLoad }) {
    const files = new Map(['query-core', 'react-query'].flatMap(filesByName));
    const taken = /import \{([^}]+)\} from ["'](@tanstack\/(?:query-core|react-query))["']/g;
    onLoad({ filter: /\/(?:console\/src|react-query\/build\/modern)\/.*\.(?:tsx?|js)$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8').replace(taken, (_whole, names: string, all: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          // Types have no file, and are gone before it matters.
          .map((name) => `import { ${name} } from ${JSON.stringify(files.get(name) ?? all)};`)
          .join(''),
      );
      return { contents, loader: extname(path).slice(1) as 'js' | 'ts' | 'tsx' };
    });
  },
};

function filesByName(name: string): [string, string][] {
  const folder = join(here, '../node_modules/@tanstack', name, 'build/modern');
  const index = readFileSync(join(folder, 'index.js'), 'utf8');
  return [...index.matchAll(/^import \{ (.+) \} from "(.+)";$/gm)].flatMap(([, names, file]) =>
    names!.split(', ').map((one): [string, string] => [one, join(folder, file!)]),
  );
}

/** What the folder of a part, and those above it, call often used: the modules that their `often.ts` names. */
function oftenFrom(folder: string): string[] {
  if (folder === join(here, 'src')) return [];
  const own = join(folder, 'often.ts');
  const named = existsSync(own) ? [...readFileSync(own, 'utf8').matchAll(/^import '(.+)';$/gm)] : [];
  return [...oftenFrom(dirname(folder)), ...named.map(([, name]) => join(folder, name!))];
}

/** By the path of a part that is loaded later: the files that load it. */
function loadersOfParts(): ReadonlyMap<string, readonly string[]> {
  const loaders = new Map<string, string[]>();
  for (const name of globSync('src/**/*.{ts,tsx}', { cwd: here })) {
    const file = join(here, name);
    for (const [, part] of readFileSync(file, 'utf8').matchAll(/\bimport\('(\.[^']+)'\)/g)) {
      const path = join(dirname(file), part!);
      loaders.set(path, [...(loaders.get(path) ?? []), file]);
    }
  }
  return loaders;
}

function partsFirst(a: string, b: string): number {
  const rank = (path: string) => (path.startsWith('src/parts/') ? 0 : 1);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

interface Built {
  readonly main: string;
  readonly theme: string;
  readonly style: string;
  /** What `main` cannot begin without. */
  readonly needed: readonly string[];
}

function outputsOf({ outputs }: Metafile): Pick<Built, 'main' | 'needed'> {
  const [main, { imports }] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === 'src/main.tsx')!;
  const needed = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path));
  return { main: basename(main), needed };
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5cad"/><path d="M9 23V9l7 8 7-8v14" fill="none" stroke="#fff" stroke-width="3"/></svg>',
)}`;

/** The theme is chosen before anything is painted; the rest comes when the page is there. */
function html({ main, theme, style, needed }: Built): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Maintenance Data Service</title>
    <link rel="icon" href="${icon}">
    <script src="${ASSETS}${theme}"></script>
    <link rel="stylesheet" href="${ASSETS}${style}">
${needed.map((name) => `    <link rel="modulepreload" href="${ASSETS}${name}">\n`).join('')}    <script type="module" src="${ASSETS}${main}"></script>
  </head>
  <body>
    <div id="console"></div>
    <noscript>The console needs JavaScript. Programs use the API at /api; it is described at /docs.</noscript>
  </body>
</html>
`;
}

if (import.meta.main) {
  const { bundle } = await bundleConsole();
  const dist = join(here, 'dist');
  rmSync(dist, { recursive: true, force: true });
  for (const [path, bytes] of bundle) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), bytes);
  }
  console.log(`console/dist: ${bundle.size} files`);
}
