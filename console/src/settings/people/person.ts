/** People as the settings show them: users, and the links that still let one of them in. */
import { queryOptions } from '@tanstack/react-query';
import { createQueryFn } from '../../api/ask.ts';
import { infiniteListQuery } from '../../api/pages.ts';
import type { Role } from '../../api/people.ts';

export interface Person {
  readonly ID: number;
  readonly Email: string;
  readonly FirstName: string | null;
  readonly LastName: string | null;
  readonly Role: Role;
  readonly CompanySettings: boolean;
  readonly Status: 'Invited' | 'Active' | 'Disabled';
  readonly LastLoginOn: string | null;
  readonly CreatedOn: string;
}

export interface OpenLink {
  readonly userID: number;
  readonly kind: string;
  readonly createdOn: string;
  readonly expiresOn: string;
}

/** New link, which is shown only once. */
export interface CreatedLink {
  readonly link: string;
  readonly expiresOn: string;
  readonly mailed: boolean;
}

export function personName({ FirstName, LastName, Email }: Person): string {
  return [FirstName, LastName].filter(Boolean).join(' ') || Email;
}

export function peopleQuery(account: string, search: string) {
  const found = search === '' ? '' : `&search=${encodeURIComponent(search)}`;
  return infiniteListQuery<Person>([account, 'Users', 'people', search], `/${account}/Users?orderby=Email${found}`);
}

export function linksQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'Invitations'],
    queryFn: createQueryFn<readonly OpenLink[]>(`/${account}/Invitations`),
  });
}
