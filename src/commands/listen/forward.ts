/** Posts one event to a program on this machine, and says what came of it. A certificate of its own making is fine there. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isLoopback } from '../../webhooks/sending/address-guard.ts';
import type { LocalEvent } from './events.ts';

const PATIENCE_MS = 10_000;

export function forward(target: string, { headers, body }: LocalEvent): Promise<string> {
  const url = new URL(target);
  const isHere = url.hostname === 'localhost' || isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const began = performance.now();
  return new Promise((resolve) => {
    const asked = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        timeout: PATIENCE_MS,
        rejectUnauthorized: !isHere,
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(`${answer.statusCode} in ${Math.round(performance.now() - began)} ms`));
        answer.on('error', (failure) => resolve(`failed: ${failure.message}`));
      },
    );
    asked.on('timeout', () => asked.destroy(new Error(`no answer in ${PATIENCE_MS / 1000} s`)));
    asked.on('error', (failure) => resolve(`failed: ${failure.message}`));
    asked.end(body);
  });
}
