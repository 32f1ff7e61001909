/** Types of records and webhooks, generated from openapi.json and shared by all clients. */
export type * from '../../../clients/typescript/src/api.ts';
