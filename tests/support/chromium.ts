/**
 * A real Chromium for tests: from npm for x64, unpacked once into node_modules/.cache; anywhere else CHROMIUM names one. The package's own
 * way of finding it is not used: it trusts any file of that name in the temporary folder, and switches web security off.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';

const root = join(import.meta.dirname, '../..');
const packed = join(root, 'node_modules/@sparticuz/chromium');

export async function startChromium(): Promise<Browser> {
  const { program, environment } = await findChromium();
  return chromium.launch({
    executablePath: program,
    // Nothing here comes from outside, and a container seldom lets a program make boxes of its own.
    chromiumSandbox: false,
    args: [
      '--headless=shell',
      '--disable-gpu',
      '--in-process-gpu',
      '--disable-dev-shm-usage',
      '--hide-scrollbars',
      '--no-zygote',
    ],
    env: { ...process.env, ...environment } as Record<string, string>,
  });
}

async function findChromium(): Promise<{ program: string; environment?: Record<string, string> }> {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) return { program: CHROMIUM };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `npm has no Chromium for ${process.platform} ${process.arch}. Install one and name it: CHROMIUM=/usr/bin/chromium npm test`,
    );
  }
  const { version } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8'));
  const folder = join(root, 'node_modules/.cache', `chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder);
  const environment = {
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    // Its own fonts and no others: pages look the same on every machine.
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  };
  return { program: join(folder, 'chromium'), environment };
}

/** Beside its place first: of several that unpack at once the first one counts, and none sees half of it. */
async function unpackInto(folder: string): Promise<void> {
  const beside = `${folder}.${process.pid}`;
  mkdirSync(beside, { recursive: true });
  writeFileSync(join(beside, 'chromium'), await unpacked('chromium.br'), { mode: 0o755 });
  untar(await unpacked('al2023.tar.br'), join(beside, 'al2023'));
  untar(await unpacked('swiftshader.tar.br'), beside);
  untar(await unpacked('fonts.tar.br'), beside);
  writeFileSync(join(beside, 'fonts.conf'), fontsIn(folder));
  try {
    renameSync(beside, folder);
  } catch {
    rmSync(beside, { recursive: true, force: true });
  }
}

function fontsIn(folder: string): string {
  return `<?xml version="1.0"?><fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`;
}

async function unpacked(name: string): Promise<Buffer> {
  return promisify(brotliDecompress)(await readFile(join(packed, 'bin', name)));
}

/** Plain files and folders, which is all these archives have: a head of 512 bytes with name, size and kind, then the content. */
function untar(archive: Buffer, folder: string): void {
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const text = (from: number, length: number) =>
      archive.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const path = join(folder, [text(345, 155), text(0, 100)].filter((part) => part !== '').join('/'));
    const size = Number.parseInt(text(124, 12), 8);
    if (text(156, 1) !== '5') {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, archive.subarray(at + 512, at + 512 + size), { mode: 0o755 });
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
