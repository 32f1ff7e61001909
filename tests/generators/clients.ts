/** The generators, each with how its client is made and run. What they need is fetched once, by the lock or version that stands here. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';

interface Making {
  readonly document: string;
  /** An empty folder for the client. */
  readonly into: string;
  /** Where tools are kept from run to run. */
  readonly kept: string;
}

/** Runs the program with the client; gives the line it prints. */
type Program = (environment: { readonly [name: string]: string }) => Promise<string>;

export interface GeneratedClient {
  readonly needs: readonly string[];
  make(making: Making): Promise<Program>;
}

const OPENAPI_GENERATOR = '7.23.0';
const OAPI_CODEGEN = { generator: 'v2.8.0', runtime: 'v1.8.0' };

/** By the letter of JSON Schema: what is not forbidden may be there. Without it a Go client refuses fields of the future. */
const AS_THE_LETTER_SAYS = 'disallowAdditionalPropertiesIfNotPresent=false';

const programs = join(import.meta.dirname, 'programs');
const tools = join(import.meta.dirname, 'tools');

export const generatedClients: { readonly [name: string]: GeneratedClient } = {
  'openapi-typescript': {
    needs: ['npm'],
    async make({ document, into, kept }) {
      const packages = await npmTools(kept);
      await run(join(packages, '.bin/openapi-typescript'), [document, '--output', join(into, 'api.ts')]);
      copyFileSync(join(programs, 'openapi-typescript.ts'), join(into, 'program.ts'));
      return typescriptProgram(into, packages);
    },
  },
  'typescript-fetch': {
    needs: ['npm', 'java', 'mvn'],
    async make({ document, into, kept }) {
      const packages = await npmTools(kept);
      // With names of its own the checks it writes are too much for the compiler.
      await generate(kept, 'typescript-fetch', document, into, [
        '--additional-properties=modelPropertyNaming=original',
      ]);
      copyFileSync(join(programs, 'typescript-fetch.ts'), join(into, 'program.ts'));
      // For members called `delete` and `default` it writes what only this lets pass.
      return typescriptProgram(into, packages, { noImplicitAny: false });
    },
  },
  python: {
    needs: ['python3', 'java', 'mvn'],
    async make({ document, into, kept }) {
      const python = await pythonTools(kept);
      await generate(kept, 'python', document, into, ['--additional-properties=packageName=mds']);
      return (environment) =>
        run(python, [join(programs, 'openapi_generator.py')], { environment: { ...environment, PYTHONPATH: into } });
    },
  },
  'openapi-python-client': {
    needs: ['python3'],
    async make({ document, into, kept }) {
      const python = await pythonTools(kept);
      const bin = join(kept, 'python/bin');
      const options = ['generate', '--path', document, '--output-path', into, '--overwrite', '--fail-on-warning'];
      await run(join(bin, 'openapi-python-client'), options, { environment: { PATH: `${bin}:${process.env.PATH}` } });
      return (environment) =>
        run(python, [join(programs, 'openapi_python_client.py')], {
          environment: { ...environment, PYTHONPATH: into },
        });
    },
  },
  go: {
    needs: ['go', 'java', 'mvn'],
    async make({ document, into, kept }) {
      const module = ['--git-host', 'example.com', '--git-user-id', 'local', '--git-repo-id', 'mds'];
      await generate(kept, 'go', document, into, [
        `--additional-properties=packageName=mds,${AS_THE_LETTER_SAYS}`,
        ...module,
      ]);
      mkdirSync(join(into, 'program'));
      copyFileSync(join(programs, 'main.go'), join(into, 'program/main.go'));
      await run('go', ['build', '-o', 'try-it', './program'], { cwd: into });
      await run('go', ['vet', '.'], { cwd: into });
      return (environment) => run(join(into, 'try-it'), [], { environment });
    },
  },
  'oapi-codegen': {
    needs: ['go'],
    async make({ document, into, kept }) {
      const bin = join(kept, 'go');
      const generator = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${OAPI_CODEGEN.generator}`;
      await run('go', ['install', generator], { environment: { GOBIN: bin } });
      for (const folder of ['mds', 'program']) mkdirSync(join(into, folder));
      const output = ['-package', 'mds', '-generate', 'models,client', '-o', join(into, 'mds/mds.go')];
      await run(join(bin, 'oapi-codegen'), [...output, document]);
      copyFileSync(join(programs, 'oapi_codegen.go'), join(into, 'program/main.go'));
      const runtime = `github.com/oapi-codegen/runtime ${OAPI_CODEGEN.runtime}`;
      writeFileSync(join(into, 'go.mod'), `module example.com/local/mds\n\ngo 1.24\n\nrequire ${runtime}\n`);
      await run('go', ['mod', 'tidy'], { cwd: into });
      await run('go', ['build', '-o', 'try-it', './program'], { cwd: into });
      await run('go', ['vet', './mds'], { cwd: into });
      return (environment) => run(join(into, 'try-it'), [], { environment });
    },
  },
  java: {
    needs: ['java', 'javac', 'mvn'],
    async make({ document, into, kept }) {
      await generate(kept, 'java', document, into, ['--library', 'native']);
      copyFileSync(join(programs, 'Program.java'), join(into, 'src/main/java/Program.java'));
      const goals = ['compile', 'dependency:copy-dependencies'];
      await run('mvn', ['-q', '-B', '-Dmaven.compiler.parameters=true', ...goals], { cwd: into });
      return (environment) =>
        run('java', ['-cp', 'target/classes:target/dependency/*', 'Program'], { cwd: into, environment });
    },
  },
};

async function generate(kept: string, language: string, document: string, into: string, options: string[] = []) {
  const jar = join(kept, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`);
  if (!existsSync(jar)) {
    const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`;
    await run('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${kept}`]);
  }
  await run('java', ['-jar', jar, 'generate', '-i', document, '-g', language, '-o', into, ...options]);
}

/** The packages of `tools/package.json`; their `node_modules`. */
async function npmTools(kept: string): Promise<string> {
  const folder = join(kept, 'npm');
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(tools, file), join(folder, file));
  await run('npm', ['ci', '--silent', '--ignore-scripts'], { cwd: folder });
  return join(folder, 'node_modules');
}

async function pythonTools(kept: string): Promise<string> {
  const folder = join(kept, 'python');
  const python = join(folder, 'bin/python');
  if (!existsSync(python)) await run('python3', ['-m', 'venv', folder]);
  await run(python, ['-m', 'pip', '--quiet', 'install', '--requirement', join(tools, 'requirements.txt')]);
  return python;
}

/** Compiled with all strictness, not only run: what the types say is what is being tried. */
async function typescriptProgram(folder: string, packages: string, leniency: object = {}): Promise<Program> {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    strict: true,
    ...leniency,
    skipLibCheck: true,
    noEmit: true,
    typeRoots: [join(packages, '../../../../@types')],
    types: ['node'],
    paths: { 'openapi-fetch': [join(packages, 'openapi-fetch')] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  await run(join(packages, '.bin/tsc'), ['-p', '.'], { cwd: folder });
  // Bundled as people do: what openapi-generator writes imports files without their ending.
  const bundle = join(folder, 'program.mjs');
  const options = ['--bundle', '--platform=node', '--format=esm', `--outfile=${bundle}`, '--log-level=error'];
  await run('esbuild', [join(folder, 'program.ts'), ...options], { environment: { NODE_PATH: packages } });
  return (environment) => run(process.execPath, [bundle], { environment });
}
