/** Creates, lists, freezes and removes the accounts of a shard, for the command line. */
import { Problem, Unanswerable } from '../problems.ts';
import type { AccountScope } from './account.ts';
import { createAccountID, systemRandom } from './chance.ts';
import { DEFAULT_CURRENCY, faultOfCurrency, parseCurrency } from './currency.ts';
import { refuseEmail } from './email-address.ts';
import { refuseName } from './name.ts';
import type { Refusal } from './refused.ts';
import type { AuditEntryInput } from './remembered.ts';
import type { AccountListing, AccountPart, AccountStore } from './store.ts';

/** Makes the user with this address an active admin: writes a user record, as an ordinary change. */
export type AddAdmin = (account: AccountScope, email: string) => Promise<Problem | undefined>;

export async function createAccount(
  store: AccountStore,
  request: { readonly id?: string; readonly name: string; readonly adminEmail: string; readonly currency?: string },
  addAdmin: AddAdmin,
  chance = systemRandom,
): Promise<AccountScope | Refusal> {
  const currency = readCurrency(request.currency ?? DEFAULT_CURRENCY);
  if (typeof currency !== 'string') return currency;
  const refused = refuseName('account', request.name) ?? refuseEmail('of the admin', request.adminEmail);
  if (refused) return refused;
  const account = await store.create({
    id: request.id ?? createAccountID(chance),
    name: request.name,
    createdOn: chance.clock.now(),
    currency,
  });
  const fault = await addAdmin(account, request.adminEmail).catch((failure: unknown) => failure);
  if (fault === undefined) return account;
  // An account without an admin could never get an API key, so remove it.
  const isGone = await store.remove(account).then(
    () => true,
    () => false,
  );
  const problem = fault instanceof Unanswerable ? fault.problem : fault;
  const failed = `The admin could not be added: ${reasonOf(problem)}`;
  // Report every failure: no other message says which account to remove.
  if (!isGone) {
    return { refused: `${failed} The account ${account.id} is left without an admin: remove it.`, cause: fault };
  }
  if (!(problem instanceof Problem)) throw fault;
  return { refused: failed, cause: fault };
}

/** Changes the currency of the account; existing purchase orders keep theirs. */
export async function changeCurrency(
  store: AccountStore,
  account: AccountScope,
  text: string,
  audit: (currency: string) => AuditEntryInput,
): Promise<string | Refusal> {
  const currency = readCurrency(text);
  if (typeof currency === 'string') await store.changeSettings(account, { currency }, audit(currency));
  return currency;
}

function readCurrency(text: string): string | Refusal {
  return parseCurrency(text) ?? { refused: `${text} ${faultOfCurrency(text)}.` };
}

/** Lists accounts; within each shard, partial accounts come last. */
export async function listAccounts(stores: Iterable<AccountStore>): Promise<(AccountListing | AccountPart)[]> {
  const lists = await Promise.all(Array.from(stores, (store) => Promise.all([store.list(), store.parts()])));
  return lists.flat(2);
}

/** Freezes the account: changes are refused and deliveries wait until it is thawed; reads still work. */
export function freezeAccount(store: AccountStore, account: AccountScope, audit?: AuditEntryInput): Promise<void> {
  return store.setFrozen(account, true, audit);
}

export function thawAccount(store: AccountStore, account: AccountScope, audit?: AuditEntryInput): Promise<void> {
  return store.setFrozen(account, false, audit);
}

/** Removes the account and all its data permanently. */
export function removeAccount(store: AccountStore, account: AccountScope, audit?: AuditEntryInput): Promise<void> {
  return store.remove(account, audit);
}

function reasonOf(problem: unknown): string {
  if (!(problem instanceof Problem))
    return (problem instanceof Error ? problem.message : String(problem)).replace(/\.?$/, '.');
  return [problem.detail, ...(problem.errors ?? []).map(({ message }) => message)].join(' ');
}
