/**
 * The samples that verify a delivery, of the guide and of the console, run as they stand there against the specification's example and against what must be
 * refused. `npm run test:verify` runs them in every language that is installed; `npm test` in those that it needs.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVerificationSnippets } from '../console/src/webhooks/verify-code.ts';

export interface Case {
  readonly secret: string;
  /** These three as the headers have them: one may be missing. */
  readonly id?: string | undefined;
  readonly timestamp?: string | undefined;
  readonly signatures?: string | undefined;
  readonly body: string;
  readonly now: number;
  readonly good: boolean;
}

/** Of the specification's reference implementations. */
export const OFFICIAL = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  signatures: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  body: '{"test": 2432232314}',
  now: 1614265330,
  good: true,
} as const satisfies Case;
const WRONG = 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
/** What anybody can sign. */
const signed = createHmac('sha256', '').update(`${OFFICIAL.id}.${OFFICIAL.timestamp}.${OFFICIAL.body}`);
const KEYLESS = `v1,${signed.digest('base64')}`;

export const cases: readonly Case[] = [
  OFFICIAL,
  { ...OFFICIAL, signatures: `${WRONG} ${OFFICIAL.signatures}` },
  { ...OFFICIAL, signatures: `v2,other ${OFFICIAL.signatures} v1,short` },
  { ...OFFICIAL, now: OFFICIAL.now + 299 },
  { ...OFFICIAL, signatures: WRONG, good: false },
  { ...OFFICIAL, signatures: '', good: false },
  { ...OFFICIAL, signatures: OFFICIAL.signatures.replace('v1,', 'v2,'), good: false },
  { ...OFFICIAL, body: '{"test": 2432232315}', good: false },
  { ...OFFICIAL, id: 'msg_other', good: false },
  { ...OFFICIAL, now: OFFICIAL.now + 301, good: false },
  { ...OFFICIAL, now: OFFICIAL.now - 301, good: false },
  { ...OFFICIAL, timestamp: 'soon', good: false },
  { ...OFFICIAL, timestamp: '', good: false },
  // What is no number of a sender's must not end the receiver: a digit that is none to count with, and more than can be counted.
  { ...OFFICIAL, timestamp: '161426533²', good: false },
  { ...OFFICIAL, timestamp: '9'.repeat(5000), good: false },
  { ...OFFICIAL, signatures: 'v1,\u00e9\u00ff', good: false },
  { ...OFFICIAL, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', good: false },
  ...['id', 'timestamp', 'signatures'].map((header) => ({ ...OFFICIAL, [header]: undefined, good: false })),
  { ...OFFICIAL, id: undefined, timestamp: undefined, signatures: undefined, good: false },
  // A receiver that was started without its secret takes nothing.
  { ...OFFICIAL, secret: '', signatures: KEYLESS, good: false },
  { ...OFFICIAL, secret: 'whsec_', signatures: KEYLESS, good: false },
];

export function headersOf({ id, timestamp, signatures }: Case): Record<string, string> {
  const all = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures };
  return Object.fromEntries(
    Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined),
  );
}

/** Throws where a connector's own code and the cases do not agree. */
export function tryCases(
  isGenuine: (secrets: string[], headers: object, body: Buffer, nowMs: number) => boolean,
): void {
  for (const one of cases) {
    const headers = headersOf(one);
    const found = isGenuine([one.secret], headers, Buffer.from(one.body), one.now * 1000);
    assert.equal(found, one.good, JSON.stringify({ secret: one.secret, ...headers }));
  }
}

const guide = readFileSync(join(import.meta.dirname, '../docs/webhooks.md'), 'utf8');

export function sampleIn(language: string): string {
  const [, code] = new RegExp(`<!-- verify: ${language} -->\n\`\`\`\\w+\n([\\s\\S]*?)\n\`\`\``).exec(guide) ?? [];
  assert.ok(code, `the guide has no sample in ${language}`);
  return code;
}

/** A program of the language around the sample: it reads cases as JSON and prints which are good. */
interface Runner {
  /** The one of the guide in this language where there is none. */
  readonly sample?: string;
  readonly file: string;
  readonly program: (sample: string) => string;
  readonly others?: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  /** Says its version where it is installed. */
  readonly installed: readonly string[];
}

export const runners = {
  typescript: {
    file: 'sample.mts',
    program: (sample) => `${sample}
      const { readFileSync } = await import('node:fs');
      const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
      console.log(JSON.stringify(cases.map((c: any) =>
        isGenuine(c.secret, c.id, c.timestamp, c.signatures, Buffer.from(c.body), c.now))));`,
    command: [process.execPath, 'sample.mts'],
    installed: [process.execPath, '--version'],
  },
  // With the secret of its environment where a case has none.
  'console: Node': {
    sample: createVerificationSnippets('').find(({ name }) => name === 'Node')!.code,
    file: 'sample.mjs',
    program: (sample) => `${sample}
      const { readFileSync } = await import('node:fs');
      const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
      console.log(JSON.stringify(cases.map((c) => {
        Date.now = () => c.now * 1000;
        return isGenuine(c.headers, Buffer.from(c.body), c.secret || undefined);
      })));`,
    command: [process.execPath, 'sample.mjs'],
    installed: [process.execPath, '--version'],
  },
  // Without a secret in its environment it does not start.
  'console: Python': {
    sample: createVerificationSnippets('').find(({ name }) => name === 'Python')!.code,
    file: 'sample.py',
    program: (sample) => `
import json, os, time
sample = ${JSON.stringify(sample)}
try:
    exec(sample)
except KeyError:
    os.environ["WEBHOOK_SECRET"] = "whsec_AAAA"
    exec(sample)
else:
    raise SystemExit("It starts without a secret.")

def found(c):
    time.time = lambda: c["now"]
    return is_genuine(c["headers"], c["body"].encode(), c["secret"])
print(json.dumps([found(c) for c in json.load(open("cases.json"))]))
`,
    command: ['python3', 'sample.py'],
    installed: ['python3', '--version'],
  },
  python: {
    file: 'sample.py',
    program: (sample) => `${sample}

import json
print(json.dumps([is_genuine(c["secret"], c.get("id"), c.get("timestamp"), c.get("signatures"), c["body"].encode(), c["now"])
    for c in json.load(open("cases.json"))]))
`,
    command: ['python3', 'sample.py'],
    installed: ['python3', '--version'],
  },
  go: {
    file: 'sample.go',
    program: (sample) => sample,
    others: {
      'go.mod': 'module sample\n\ngo 1.18\n',
      'main.go': `package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	var cases []struct {
		Secret, Id, Timestamp, Signatures, Body string
		Now int64
	}
	text, _ := os.ReadFile("cases.json")
	if err := json.Unmarshal(text, &cases); err != nil {
		panic(err)
	}
	good := []bool{}
	for _, c := range cases {
		good = append(good, isGenuine(c.Secret, c.Id, c.Timestamp, c.Signatures, []byte(c.Body), c.Now))
	}
	out, _ := json.Marshal(good)
	fmt.Println(string(out))
}
`,
    },
    command: ['go', 'run', '.'],
    installed: ['go', 'version'],
  },
  php: {
    file: 'sample.php',
    program: (sample) => `<?php
${sample}
echo json_encode(array_map(fn($c) => is_genuine(
  $c['secret'], $c['id'] ?? null, $c['timestamp'] ?? null, $c['signatures'] ?? null, $c['body'], $c['now']),
  json_decode(file_get_contents('cases.json'), true)));
`,
    command: ['php', 'sample.php'],
    installed: ['php', '--version'],
  },
} as const satisfies Record<string, Runner>;

export function isInstalled({ installed: [program, ...options] }: Runner): boolean {
  try {
    execFileSync(program!, options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Throws where the sample and the cases do not agree. */
export function runSample(language: keyof typeof runners): void {
  const runner: Runner = runners[language];
  inFolder((folder) => {
    const given = cases.map((one) => ({ ...one, headers: headersOf(one) }));
    writeFileSync(join(folder, 'cases.json'), JSON.stringify(given));
    writeFileSync(join(folder, runner.file), runner.program(runner.sample ?? sampleIn(language)));
    for (const [name, text] of Object.entries(runner.others ?? {})) writeFileSync(join(folder, name), text);
    const [program, ...options] = runner.command;
    const { WEBHOOK_SECRET: _, ...env } = process.env;
    const found = JSON.parse(execFileSync(program!, options, { cwd: folder, env, encoding: 'utf8' }));
    assert.deepEqual(
      found,
      cases.map(({ good }) => good),
    );
  });
}

/** What the lines for a shell print of the specification's example. */
export function runShellSample(): string {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'body.json'), OFFICIAL.body);
    const env = {
      PATH: process.env.PATH ?? '',
      WEBHOOK_SECRET: OFFICIAL.secret,
      WEBHOOK_ID: OFFICIAL.id,
      WEBHOOK_TIMESTAMP: OFFICIAL.timestamp,
    };
    return execFileSync('/bin/sh', ['-e', '-c', sampleIn('openssl')], { cwd: folder, env, encoding: 'utf8' }).trim();
  });
}

function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'mds-verify-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  assert.equal(`v1,${runShellSample()}`, OFFICIAL.signatures);
  console.log('openssl: as the guide says');
  for (const [language, runner] of Object.entries(runners)) {
    if (isInstalled(runner)) runSample(language as keyof typeof runners);
    console.log(`${language}: ${isInstalled(runner) ? 'as it must be' : 'not installed here, not looked at'}`);
  }
}
