/** Navigation by area, with the visibility of each page. Pages that the user may never open are left out. */
import type { FunctionComponent } from 'react';
import type { Me } from '../api/people.ts';
import { PendingApprovalCount } from '../approvals/WaitingCount.tsx';
import type { IconName } from '../parts/Icon.tsx';
import { listAddress } from '../records/address.ts';
import { InactiveWebhookCount } from '../webhooks/OffCount.tsx';

export interface NavItem {
  /** Below the account: `WorkOrders`; empty for Home. */
  readonly path: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly shown?: (me: Me) => boolean;
  /** A number beside it: what waits, or what is off. */
  readonly Count?: FunctionComponent<{ readonly account: string }>;
  /** Second key of the shortcut that starts with `g`. */
  readonly key?: string;
}

export interface NavSection {
  readonly title?: string;
  readonly places: readonly NavItem[];
}

const records = (path: string, label: string, more: Partial<NavItem> = {}): NavItem => ({
  path,
  label,
  shown: ({ permissions }) => permissions[path]?.read === true,
  ...more,
});
const connections = ({ companySettings }: Me) => companySettings;

export const navSections: readonly NavSection[] = [
  { places: [{ path: '', label: 'Home', icon: 'home', key: 'h' }] },
  {
    title: 'Work',
    places: [
      records('WorkOrders', 'Work orders', { icon: 'work', key: 'w' }),
      records('Tasks', 'Tasks'),
      records('Jobs', 'Jobs'),
      records('Routes', 'Routes'),
      records('Forms', 'Forms'),
    ],
  },
  {
    title: 'Things',
    places: [
      records('Assets', 'Assets', { icon: 'asset', key: 'a' }),
      records('Locations', 'Locations'),
      records('Products', 'Products'),
    ],
  },
  {
    title: 'Buying',
    places: [records('PurchaseOrders', 'Purchase orders', { icon: 'cart' }), records('Vendors', 'Vendors')],
  },
  {
    title: 'People',
    places: [records('Employees', 'Employees', { icon: 'person' }), records('Users', 'Users')],
  },
  {
    title: 'Set-up',
    places: [
      records('Boards', 'Boards', { icon: 'board' }),
      records('AssetStatuses', 'Asset statuses'),
      records('FormTemplates', 'Form templates'),
    ],
  },
  {
    title: 'Connections',
    places: [
      { path: 'Approvals', label: 'Approvals', icon: 'approve', key: 'p', Count: PendingApprovalCount },
      {
        path: 'Webhooks',
        label: 'Webhooks',
        icon: 'webhook',
        key: 'k',
        shown: connections,
        Count: InactiveWebhookCount,
      },
      { path: 'Integrations', label: 'Integrations', icon: 'key', key: 'i', shown: connections },
      { path: 'Events', label: 'Events', icon: 'bolt', shown: connections },
    ],
  },
  {
    title: 'Settings',
    places: [
      { path: 'Settings/People', label: 'People', icon: 'gear', shown: connections },
      { path: 'Settings/Company', label: 'Company', shown: connections },
      { path: 'Settings/Audit', label: 'Audit', shown: connections },
      { path: 'Settings/About', label: 'About' },
    ],
  },
];

export function navAddress(account: string, path: string): string {
  return path === '' ? `/${account}` : listAddress(account, path);
}

export function visibleNavSections(me: Me): NavSection[] {
  return navSections
    .map((area) => ({ ...area, places: area.places.filter(({ shown }) => shown?.(me) ?? true) }))
    .filter(({ places }) => places.length > 0);
}
