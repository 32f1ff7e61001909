/** The credentials of a key, on a page of their own, once: to copy, to download, as code; then it waits for the first request. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../parts/Banner.tsx';
import { Button } from '../parts/Button.tsx';
import { CodeTabs } from '../parts/CodeTabs.tsx';
import { Link } from '../parts/Link.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { OneTimeSecret } from '../parts/SecretOnce.tsx';
import { useMe } from '../shell/me.ts';
import layout from '../webhooks/layout.module.css';
import { words } from '../words/integrations.ts';
import { type IssuedCredentials, integrationsQuery } from './queries.ts';
import { createSnippets, dotEnv } from './snippets.ts';

export { LeaveGuard } from '../parts/BeforeLeaving.tsx';
export { createIntegration } from './make-integration.ts';

export interface OneTimeCredentialsProps {
  readonly issued: IssuedCredentials;
  readonly name: string;
  /** It was never used before, so that the first request can be waited for. */
  readonly isNew?: boolean;
  readonly onDone?: () => void;
}

export interface AlreadyCreatedNoticeProps {
  readonly id: string;
  readonly name: string;
}

/** Of an integration that was made before there is no secret to show, and a way to its page. */
export function AlreadyCreatedNotice({ id, name }: AlreadyCreatedNoticeProps) {
  const { account } = useMe();
  const all = `/${account.id}/Integrations`;
  return (
    <>
      <PageHeader title={name} above={{ to: all, label: words.integrations }} />
      <Banner tone="warn" role="status" actions={<Link to={`${all}/${id}`}>{words.once.toPage}</Link>}>
        {words.once.madeAlready}
      </Banner>
    </>
  );
}

export function OneTimeCredentials({ issued, name, isNew, onDone }: OneTimeCredentialsProps) {
  const { account } = useMe();
  const [stored, setStored] = useState(false);
  const { apiKey, vaultSecret, shardID } = issued;
  const credentials = { apiKey, vaultSecret, shardID };
  const base = location.origin;
  const above = { to: `/${account.id}/Integrations`, label: words.integrations };
  const page = `/${account.id}/Integrations/${issued.integrationID}`;
  return (
    <>
      <PageHeader title={words.once.title(name)} above={above} />
      {stored ? (
        <div className={layout.stack}>
          {isNew && <FirstRequest id={issued.integrationID} />}
          <div>
            <Link to={page} look="plain">
              {words.once.toPage}
            </Link>
          </div>
        </div>
      ) : (
        <div className={layout.stack}>
          <p>{words.once.text}</p>
          <OneTimeSecret
            values={[
              { name: words.once.apiKey, value: apiKey, secret: false },
              { name: words.once.vaultSecret, value: vaultSecret },
              { name: words.once.shardID, value: shardID, secret: false },
            ]}
            words={words.once}
            onDone={() => (onDone ? onDone() : setStored(true))}
            more={(taken) => (
              <>
                <CodeTabs label={words.once.use} snippets={createSnippets(base, credentials)} onCopied={taken} />
                <div>
                  <Button
                    icon="download"
                    onClick={() => {
                      download(
                        `${name.replace(/[^\w.-]+/g, '-').toLowerCase() || 'mds'}.env`,
                        dotEnv(base, credentials),
                      );
                      taken();
                    }}
                  >
                    {words.once.download}
                  </Button>
                </div>
              </>
            )}
          />
        </div>
      )}
    </>
  );
}

/** Use is written down every few seconds. */
function FirstRequest({ id }: { readonly id: string }) {
  const { account } = useMe();
  const all = useQuery({
    ...integrationsQuery(account.id),
    refetchInterval: ({ state }) => (state.data?.find((found) => found.id === id)?.lastUsedOn ? false : 1_500),
    staleTime: 0,
  });
  const one = all.data?.find((found) => found.id === id);
  if (one === undefined || one.lastUsedOn === null) {
    return (
      <Banner tone="info" role="status">
        {words.once.waiting}
      </Banner>
    );
  }
  const isRefused = one.refused24h >= one.calls24h;
  return (
    <Banner tone={isRefused ? 'warn' : 'ok'} role="status">
      {words.once.got(one.lastAddress ?? '')} {isRefused ? words.once.refusedIt : words.once.wellAnswered}
    </Banner>
  );
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
