/** Coming in without a password, and the passkeys one has. */
import type { Shown } from './pages.ts';

export const waysInPages: readonly Shown[] = [
  {
    name: 'sign-in-refused-there',
    as: 'nobody',
    at: () => '/signin?failed=single-sign-on',
    ready: 'h1:text("Sign in")',
    async bring(page) {
      const ways = { password: true, passkey: true, singleSignOn: true };
      await page.route('**/Session/Ways', (route) => route.fulfill({ json: ways }));
      await page.reload();
      await page.getByRole('button', { name: 'Single sign-on' }).waitFor();
      await page.unroute('**/Session/Ways');
    },
  },
  {
    name: 'me-passkeys',
    as: 'technician',
    at: async ({ app, account }) => {
      const [tess] = await app.shard.people.withEmail('tech@example.com');
      const passkey = {
        publicKey: Buffer.from('x'),
        counter: 0,
        transports: [],
        createdOn: Date.now() - 40 * 86_400_000,
      };
      for (const [n, name] of ['Laptop', 'Key on the ring'].entries()) {
        const own = { id: `pk_${n}`.padEnd(19, '0'), credentialID: Buffer.from(name), name };
        await app.shard.people.addPasskey(account, tess!.user.ID, { ...passkey, ...own, lastUsedOn: null }, 9);
      }
      return `/${account.id}/Me`;
    },
    ready: 'button:text("Rename")',
  },
];
