// A provider of single sign-on (OpenID Connect) on this machine, to try it out with: whoever types an e-mail address there is that person, and no
// password is looked at. For your firm take a real one.
//
//     npm run provider        PORT=9000   MDS_PUBLIC_URL=http://localhost:8080

import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const { PORT = '9000', MDS_PUBLIC_URL = 'http://localhost:8080' } = process.env;
const issuer = `http://localhost:${PORT}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'mds',
      client_secret: 'only-to-try-it-out',
      redirect_uris: [`${MDS_PUBLIC_URL}/console/api/SingleSignOn/Callback`],
      post_logout_redirect_uris: [`${MDS_PUBLIC_URL}/console/signin`],
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  // What is typed as a login is the address, and counts as verified.
  findAccount: (_context, sub) => ({
    accountId: sub,
    claims: () => ({ sub, email: sub, email_verified: true }),
  }),
});

createServer(provider.callback()).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`The provider is at ${issuer}. Start the service with`);
  console.log(`  MDS_OIDC_ISSUER=${issuer} MDS_OIDC_CLIENT_ID=mds MDS_OIDC_CLIENT_SECRET=only-to-try-it-out`);
});
