/** Pages of the frame, the sign-in and the settings. */
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
  { name: 'home', at: '', ready: 'h1' },
  { name: 'not-found', at: '/Nowhere', ready: 'h1:text("There is no such page")' },
];
