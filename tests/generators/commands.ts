/** Programs of other languages, run one after the other. */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

/** What it prints. Fails with the end of all that was said. */
export async function run(program: string, options: readonly string[], place: Place = {}): Promise<string> {
  const { cwd, environment } = place;
  try {
    const { stdout } = await promisify(execFile)(program, options, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, ...environment },
      maxBuffer: 64 * 1024 * 1024,
      timeout: 15 * 60_000,
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
    const said = `${stdout}\n${stderr}`.trim().slice(-3_000);
    throw new Error(`${program} ${options.slice(0, 3).join(' ')} failed\n${said === '' ? message : said}`);
  }
}

interface Place {
  readonly cwd?: string;
  readonly environment?: { readonly [name: string]: string };
}

const versions: { readonly [program: string]: readonly string[] } = { go: ['version'], java: ['-version'] };

export function isInstalled(program: string): boolean {
  try {
    execFileSync(program, versions[program] ?? ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
