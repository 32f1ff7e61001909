/** Pages of the frame, the sign-in and the settings. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../../src/lib/time.ts';
import { createLink } from '../../src/people/links.ts';
import { linkFor } from '../support/people.ts';
import type { Shown } from './pages.ts';

export const shellPages: readonly Shown[] = [
  { name: 'sign-in', as: 'nobody', at: () => '/signin', ready: 'h1:text("Sign in")' },
  {
    name: 'sign-in-failed',
    as: 'nobody',
    at: () => '/signin',
    ready: 'h1:text("Sign in")',
    async bring(page) {
      await page.getByLabel('E-mail').fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'forgotten', as: 'nobody', at: () => '/forgotten', fresh: true, ready: 'h1:text("Forgotten")' },
  { name: 'link-dead', as: 'nobody', at: () => `/link#${'A'.repeat(43)}`, ready: 'h1:text("does not work")' },
  {
    name: 'link-invitation',
    as: 'nobody',
    at: async ({ app, account }) => `/link#${await linkFor(app.shard, account, 'tech@example.com', 'invitation')}`,
    ready: 'h1:text("Join")',
  },
  {
    name: 'link-reset',
    as: 'nobody',
    at: async ({ app, account }) => `/link#${await linkFor(app.shard, account, 'tech@example.com', 'reset')}`,
    ready: 'h1:text("new password")',
  },
  {
    name: 'link-set-up',
    as: 'nobody',
    async at({ app }) {
      const maker = { clock: systemClock, random: randomBytes, consoleUrl: '' };
      return `/link#${(await createLink(app.shard.people, maker, 'setup', undefined)).link.split('#')[1]}`;
    },
    ready: 'h1:text("Set up")',
  },
  { name: 'ready', at: '/Ready', fresh: true, ready: 'h1:text("ready")' },
  { name: 'me', at: '/Me', ready: 'th:has-text("this browser")' },
  {
    name: 'palette',
    at: '/Me',
    ready: 'h1',
    async bring(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find or do anything' }).fill('a');
    },
  },
  {
    name: 'help',
    at: '/Me',
    ready: 'h1',
    async bring(page) {
      await page.getByRole('button', { name: 'Help and keys' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'menu-of-me',
    at: '',
    ready: 'h1',
    async bring(page) {
      await page.getByRole('button', { name: /^Me: / }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'no-account',
    at: () => '/acc_none',
    ready: 'h1:text("No such account")',
  },
  { name: 'components', at: () => '/components', ready: 'h1:text("Components")' },
  { name: 'people', at: '/Settings/People', ready: 'tbody tr' },
  {
    name: 'people-actions',
    at: '/Settings/People',
    ready: 'tbody tr',
    async bring(page) {
      await page.getByRole('button', { name: /^Actions for Tess/ }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'people-invite',
    at: '/Settings/People',
    ready: 'tbody tr',
    async bring(page) {
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'people-forbidden', as: 'technician', at: '/Settings/People', ready: 'h1:text("may not open")' },
  { name: 'company', at: '/Settings/Company', ready: 'h1:text("Company")' },
  { name: 'audit', at: '/Settings/Audit', ready: 'tbody tr' },
  { name: 'audit-none', at: '/Settings/Audit?what=key.revoked', ready: 'h2:text("Nothing of this kind")' },
  { name: 'about', at: '/Settings/About', ready: 'dt:text("Version")' },
  { name: 'not-found', at: '/Nowhere', ready: 'h1:text("There is no such page")' },
];
