export type * from './api.ts';
export { type Client, type Collection, connect, type Rehearsals } from './client.ts';
export { Refusal } from './refusal.ts';
export type { Answer, Connection, OperationName, RequestOf } from './request.ts';
export type { RetryOptions } from './retry.ts';
export { type DeliveryHeaders, UnverifiedDelivery, type VerifyOptions, verifyDelivery } from './verify.ts';
