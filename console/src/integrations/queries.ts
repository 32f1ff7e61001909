/** Queries of the integration pages, with their cache keys. */
import { queryOptions } from '@tanstack/react-query';
import type { Role } from '../../../src/accounts/roles.ts';
import type { Area, RecordTypeName } from '../../../src/catalogue/index.ts';
import { callApiOrThrow, createQueryFn } from '../api/ask.ts';
import type { IntegrationCredentials } from './snippets.ts';

export interface Integration {
  readonly id: string;
  readonly name: string;
  readonly builtIn: boolean;
  readonly role: Role;
  readonly areas: readonly Area[];
  readonly proposesOnly: boolean;
  /** Of what it proposes where it proposes only. */
  readonly permissions: Readonly<Record<RecordTypeName, { readonly read: boolean; readonly write: boolean }>>;
  /** API key; null for the built-in integration, which has none. */
  readonly apiKey: string | null;
  readonly submitter: string;
  readonly createdOn: string;
  readonly createdBy: string;
  readonly revokedOn: string | null;
  readonly lastUsedOn: string | null;
  readonly lastAddress: string | null;
  readonly calls24h: number;
  readonly refused24h: number;
  readonly peakMinute: number;
  readonly previousSecret: {
    readonly validUntil: string;
    readonly usedSince: number;
    readonly lastUsedOn: string | null;
  } | null;
  readonly webhooks: { readonly on: number; readonly off: number };
}

export function integrationsQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'Integrations'],
    queryFn: createQueryFn<readonly Integration[]>(`/${account}/Integrations`),
  });
}

export interface UsageHour {
  readonly hour: string;
  readonly calls: number;
  readonly refused: number;
  readonly limited: number;
  readonly peakMinute: number;
}

export function usageQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'Integrations', id, 'usage'],
    queryFn: createQueryFn<readonly UsageHour[]>(`${of(account, id)}/Usage?hours=24`),
  });
}

export interface IntegrationAuditEntry {
  readonly id: number;
  readonly on: string;
  readonly what: string;
  readonly by: { readonly name: string | null; readonly email: string | null } | null;
  readonly address: string | null;
}

export function integrationAuditQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'Integrations', id, 'audit'],
    queryFn: createQueryFn<readonly IntegrationAuditEntry[]>(
      `/${account}/Audit?about=${encodeURIComponent(id)}&take=20`,
    ),
  });
}

export interface RevokePreview {
  readonly name: string;
  readonly webhooks: number;
  /** Counted up to `MOST_WAITING`. */
  readonly waitingDeliveries: number;
  readonly calls24h: number;
  readonly lastUsedOn: string | null;
}

export function revokePreviewQuery(account: string, id: string) {
  return queryOptions({
    queryKey: [account, 'Integrations', id, 'preview'],
    queryFn: createQueryFn<RevokePreview>(`${of(account, id)}/RevokePreview`),
    staleTime: 0,
  });
}

export interface IntegrationInput {
  readonly name: string;
  readonly preset?: string;
  readonly role?: string;
  readonly areas?: readonly string[];
  readonly submitter?: string;
  readonly proposesOnly?: boolean;
}

export type IssuedCredentials = IntegrationCredentials & { readonly integrationID: string };

/** Result of a repeated request: the integration exists, but its secret was in the lost answer. */
export interface AlreadyCreatedIntegration {
  readonly integrationID: string;
  readonly vaultSecret: null;
}

export function rotateIntegration(account: string, id: string, graceSeconds: number) {
  return callApiOrThrow<IssuedCredentials & { readonly previousValidUntil: string }>(
    'POST',
    `${of(account, id)}/Rotate`,
    { graceSeconds },
  );
}

export function endGrace(account: string, id: string) {
  return callApiOrThrow<unknown>('POST', `${of(account, id)}/EndGrace`, {});
}

export function revokeIntegration(account: string, id: string) {
  return callApiOrThrow<unknown>('POST', `${of(account, id)}/Revoke`, {});
}

function of(account: string, id: string): string {
  return `/${account}/Integrations/${encodeURIComponent(id)}`;
}
