/** Entries of the command palette besides records: page actions, pages and console commands. */

import type { AccountMembership, Me } from '../../api/people.ts';
import { listAddress } from '../../records/address.ts';
import { builtInViews } from '../../records/list/views.ts';
import { saveTheme } from '../../theme/theme.ts';
import { find } from '../../words/finding.ts';
import { words } from '../../words/shell.ts';
import { navAddress, navSections, visibleNavSections } from '../areas.ts';
import { openSheet } from '../open-sheet.ts';
import { pageActions } from '../page-actions.ts';
import { loadRecentItems } from '../recent.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  /** Additional text: the kind of entry, or why it is unavailable. */
  readonly about?: string | undefined;
  /** Kind of entry, for screen readers, which do not see the group heading. */
  readonly kind?: string;
  readonly to?: string;
  readonly run?: () => void;
}

/** Finds entries. Without text, it returns recent items, page actions and pages; for `>` alone, all actions. */
export function findPaletteEntries(text: string, me: Me, accounts: readonly AccountMembership[]): PaletteEntry[] {
  const onlyActions = text.startsWith('>');
  const typed = text.replace(/^>/, '').trim().toLowerCase();
  if (typed === '' && !onlyActions) return [...recent(me), ...actionsOfPage(), ...pages(me)];
  const places = onlyActions ? [] : [...pages(me), ...views(me)];
  const all = [...actionsOfPage(), ...places, ...actionsOfConsole(me, accounts)];
  const fitting = all.filter(({ label }) => fit(label, typed) > 0);
  // Those that begin so stand before those that only contain it; groups stay together.
  const best = (group: string) =>
    Math.max(...fitting.filter((one) => one.group === group).map((one) => fit(one.label, typed)));
  return fitting.sort(
    (a, b) =>
      best(b.group) - best(a.group) || order(all, a) - order(all, b) || fit(b.label, typed) - fit(a.label, typed),
  );
}

/** 3: it begins so, 2: one of its words does, 1: it contains it. */
function fit(label: string, typed: string): number {
  const text = label.toLowerCase();
  if (text.startsWith(typed)) return 3;
  if (text.includes(` ${typed}`)) return 2;
  return text.includes(typed) ? 1 : 0;
}

function order(all: readonly PaletteEntry[], { group }: PaletteEntry): number {
  return all.findIndex((one) => one.group === group);
}

function recent(me: Me): PaletteEntry[] {
  return loadRecentItems(me).map(({ to, title, kind }) => ({
    id: `recent ${to}`,
    group: find.recent,
    label: title,
    about: kind,
    to,
  }));
}

function actionsOfPage(): PaletteEntry[] {
  return pageActions().map(({ label, why, run }) => ({
    id: `action ${label}`,
    group: find.actions,
    label,
    about: why,
    ...(why === undefined && { run }),
  }));
}

function pages(me: Me): PaletteEntry[] {
  const found = visibleNavSections(me).flatMap(({ title, places }) =>
    places.map(({ path, label }) => ({
      id: `page ${path}`,
      group: find.pages,
      label,
      about: title,
      to: navAddress(me.account.id, path),
    })),
  );
  return [...found, { id: 'page Me', group: find.pages, label: words.me, to: `/${me.account.id}/Me` }];
}

/** Queries that have a name, each as the type and the name say. */
function views({ account, permissions }: Me): PaletteEntry[] {
  return Object.entries(builtInViews)
    .filter(([type]) => permissions[type]?.read)
    .flatMap(([type, named]) =>
      named.map(({ name, query }) => ({
        id: `view ${type} ${name}`,
        group: find.views,
        label: find.view(labelOfType(type), name),
        to: listAddress(account.id, type, query),
      })),
    );
}

function labelOfType(type: string): string {
  const places = navSections.flatMap((area) => area.places);
  return places.find(({ path }) => path === type)?.label ?? type;
}

function actionsOfConsole(me: Me, accounts: readonly AccountMembership[]): PaletteEntry[] {
  const group = find.console;
  const others = accounts.filter(({ id }) => id !== me.account.id);
  return [
    { id: 'theme light', group, label: find.light, run: () => saveTheme('light') },
    { id: 'theme dark', group, label: find.dark, run: () => saveTheme('dark') },
    { id: 'theme system', group, label: find.system, run: () => saveTheme('system') },
    { id: 'help', group, label: words.help, run: () => openSheet('help') },
    ...others.map(({ id, name }) => ({ id: `account ${id}`, group, label: find.account(name), to: `/${id}` })),
  ];
}
