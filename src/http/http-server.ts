/** Creates the Node HTTP server, plain or with TLS, with its connection timeouts. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

export interface HttpServerOptions {
  readonly timeouts: Timeouts;
  readonly certificate: Certificate | undefined;
}

export interface Timeouts {
  /** Time limits for the head of a request, and for the whole request. */
  readonly headMs: number;
  readonly requestMs: number;
  /** Maximum time for which a client may read none of the bytes that wait for it. */
  readonly answerMs: number;
  /** Minimum mean rate, in bytes per second, at which a client must read while bytes wait for it, beyond `answerMs`. */
  readonly answerPace: number;
  /** Time for which new requests are still served after shutdown begins. */
  readonly drainMs: number;
}

/** A certificate and its key that may be replaced by newer ones while the server runs. */
export interface Certificate {
  readonly current: KeyPair;
  onRenewed(listener: (renewed: KeyPair) => void): void;
}

/** Certificate and private key, in PEM format. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** A proxy in front keeps idle connections for about a minute; closing first would race with its next request. */
const KEEP_ALIVE_MS = 72_000;
const HANDSHAKE_MS = 10_000;
/**
 * Accepts TLS 1.3, and TLS 1.2 ciphers with forward secrecy and authenticated encryption. Node's default list includes
 * older ones.
 */
const ACCEPTED_TLS = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
} as const;

export function createHttpServer(options: HttpServerOptions, listener: RequestListener): Server {
  const { timeouts, certificate } = options;
  const headersTimeout = Math.min(timeouts.headMs, timeouts.requestMs);
  const patience = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout,
    requestTimeout: timeouts.requestMs,
    connectionsCheckingInterval: Math.min(1_000, Math.ceil(headersTimeout / 2)),
    // Checked in request-head.ts, so that the refusal is a problem document like every other.
    requireHostHeader: false,
  };
  const server = certificate ? secureServer(certificate, patience, listener) : createServer(patience, listener);
  // Without a listener, Node answers by itself, with a bare status.
  server.on('checkExpectation', listener);
  return server;
}

function secureServer(certificate: Certificate, patience: ServerOptions, listener: RequestListener): Server {
  const options = { ...patience, ...ACCEPTED_TLS, ...certificate.current, handshakeTimeout: HANDSHAKE_MS };
  const server = createSecureServer(options, listener);
  // Options that are omitted here would revert to Node's defaults.
  certificate.onRenewed((renewed) => server.setSecureContext({ ...ACCEPTED_TLS, ...renewed }));
  return server;
}
