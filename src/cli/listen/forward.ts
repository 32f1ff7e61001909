/** Posts one event to a program on this machine, which may use a self-signed certificate. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isLoopback } from '../../webhooks/delivery/send/address-guard.ts';
import type { LocalEvent } from './events.ts';

const PATIENCE_MS = 10_000;

export interface Forwarded {
  /** True if the response status was 2xx; anything else is a failure, as it is for deliveries. */
  readonly taken: boolean;
  readonly message: string;
}

/** Returns the result, or undefined if stopped before the response. */
export function forward(
  target: string,
  { headers, body }: LocalEvent,
  stopped: AbortSignal,
): Promise<Forwarded | undefined> {
  const url = new URL(target);
  const isHere = url.hostname === 'localhost' || isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const began = performance.now();
  return new Promise((resolve) => {
    const fail = ({ message }: Error) =>
      resolve(stopped.aborted ? undefined : { taken: false, message: `failed: ${message}` });
    const asked = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        timeout: PATIENCE_MS,
        rejectUnauthorized: !isHere,
        signal: stopped,
      },
      (answer) => {
        const { statusCode = 0 } = answer;
        const taken = statusCode >= 200 && statusCode <= 299;
        answer.resume();
        answer.on('end', () =>
          resolve({ taken, message: `${statusCode} in ${Math.round(performance.now() - began)} ms` }),
        );
        answer.on('error', fail);
      },
    );
    asked.on('timeout', () => asked.destroy(new Error(`no answer in ${PATIENCE_MS / 1000} s`)));
    asked.on('error', fail);
    asked.end(body);
  });
}
