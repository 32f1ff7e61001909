/** Where somebody begins: how maintenance goes, one's own work, and how the account is connected. */
import { useLocation } from '@tanstack/react-router';
import { useNavigateTo } from '../parts/Link.tsx';
import { lazyComponent } from '../parts/later.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { parseSearch } from '../search-string.ts';
import { Forbidden } from '../shell/Forbidden.tsx';
import { useMe } from '../shell/me.ts';
import { words } from '../words/home.ts';
import { Maintenance } from './Maintenance.tsx';
import { type FigureWindow, parseFigureWindow, parseHours, stringifyFigureWindow } from './window.ts';

/** Few look at it, and not first. */
const Connections = lazyComponent(() => import('./Connections.tsx'), 'Connections', <Skeleton />);
/** Whose it is, sees nothing else first. */
const MyWork = lazyComponent(() => import('./MyWork.tsx'), 'MyWork', <Skeleton />);

const tabs = ['maintenance', 'mywork', 'connections'] as const;
type Tab = (typeof tabs)[number];
/** By what an address calls them: integrations are what is connected. */
const tabsByAddress: Readonly<Record<string, Tab>> = {
  ...Object.fromEntries(tabs.map((tab) => [tab, tab])),
  integrations: 'connections',
};
const labels: Readonly<Record<Tab, string>> = {
  maintenance: words.maintenance,
  mywork: words.myWork,
  connections: words.connections,
};

export function Home() {
  const me = useMe();
  const go = useNavigateTo();
  const search = parseSearch(useLocation({ select: ({ searchStr }) => searchStr }));
  const window = parseFigureWindow(search);
  const first: Tab = me.role === 'Technician' ? 'mywork' : 'maintenance';
  const asked = String(search['ui.tab']);
  const tab = (Object.hasOwn(tabsByAddress, asked) && tabsByAddress[asked]) || first;
  const address = (to: Tab, query = '') => {
    const all = [...(to === first ? [] : [`ui.tab=${to}`]), ...(query === '' ? [] : [query])].join('&');
    return `/${me.account.id}${all === '' ? '' : `?${all}`}`;
  };
  const set = (next: FigureWindow) => go(address('maintenance', stringifyFigureWindow(next)), { replace: true });
  const shown = tabs.filter((one) => one !== 'connections' || me.companySettings);
  if (tab === 'connections' && !me.companySettings) return <Forbidden needs="Company Settings" />;
  return (
    <>
      <PageHeader title={words.title}>
        <Tabs
          label={words.tabs}
          tabs={shown.map((one) => ({ to: address(one), label: labels[one], current: one === tab }))}
        />
      </PageHeader>
      {tab === 'maintenance' && <Maintenance window={window} onWindow={set} />}
      {tab === 'mywork' && <MyWork />}
      {tab === 'connections' && (
        <Connections
          hours={parseHours(search)}
          onHours={(hours) => go(address('connections', `ui.hours=${hours}`), { replace: true })}
        />
      )}
    </>
  );
}
