/** Header of the pages of one webhook: its name, state and tabs. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { PageHeader, useTitle } from '../parts/PageHeader.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { QueryPlaceholder } from '../parts/Unread.tsx';
import { AccessGuard } from '../shell/Forbidden.tsx';
import { useMe } from '../shell/me.ts';
import { words } from '../words/webhooks.ts';
import { hostOf, subjectLabel } from './describe.ts';
import layout from './layout.module.css';
import { type Webhook, webhookQuery } from './queries.ts';
import { useFilterTitles } from './titles.ts';
import { WebhookState } from './WebhookState.tsx';

export interface WebhookFrameProps {
  readonly children: (webhook: Webhook, home: string) => ReactNode;
}

export function WebhookFrame({ children }: WebhookFrameProps) {
  const { may } = useMe();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return (
    <AccessGuard allowed={may.webhooks} needs={words.needs}>
      {/* Nothing that was begun at one webhook stands at the next. */}
      <Framed key={id} id={id}>
        {children}
      </Framed>
    </AccessGuard>
  );
}

function Framed({ id, children }: WebhookFrameProps & { readonly id: string }) {
  const { account } = useMe();
  const found = useQuery(webhookQuery(account.id, id));
  const titleOf = useFilterTitles(found.data === undefined ? [] : [found.data]);
  const all = `/${account.id}/Webhooks`;
  const home = `${all}/${id}`;
  if (found.error?.status === 404) return <Gone all={all} />;
  if (found.data === undefined) return <QueryPlaceholder of={found} />;
  const webhook = found.data;
  const about = subjectLabel(webhook, titleOf(webhook));
  return (
    <>
      <PageHeader
        title={webhook.name || about}
        above={{ to: all, label: words.webhooks }}
        beside={<WebhookState webhook={webhook} />}
      >
        {webhook.name ? `${about} · ` : ''}
        <span className="mono">{hostOf(webhook.targetUrl)}</span> · {webhook.owner.name}
      </PageHeader>
      <div className={layout.stack}>
        <Tabs
          label={webhook.name || about}
          tabs={[
            { to: home, label: words.page.overview },
            { to: `${home}/Deliveries`, label: words.page.deliveries, within: true },
            { to: `${home}/Why`, label: words.page.why },
            { to: `${home}/Recover`, label: words.page.recover },
          ]}
        />
        {children(webhook, home)}
      </div>
    </>
  );
}

function Gone({ all }: { readonly all: string }) {
  useTitle(words.page.gone);
  return (
    <EmptyState whole icon="search" title={words.page.gone} actions={<Link to={all}>{words.webhooks}</Link>}>
      {words.page.goneText}
    </EmptyState>
  );
}
