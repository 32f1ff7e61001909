/** What records and webhooks look like: generated from openapi.json, the same as for every client. */
export type * from '../../../clients/typescript/src/api.ts';
