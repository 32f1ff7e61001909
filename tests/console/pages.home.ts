/** Pages of Home, and what the page of an asset has of its own. */
import { giveWork } from './assigned-work.ts';
import { below } from './pages.connections.ts';
import type { Shown } from './pages.ts';

/** All tiles have come: none is a skeleton. */
async function allTiles(page: Parameters<NonNullable<Shown['bring']>>[0]): Promise<void> {
  await page.waitForFunction(() => {
    const tiles = [...document.querySelectorAll('main section')];
    return (
      tiles.length > 0 &&
      tiles.every((tile) => tile.querySelector('details') !== null || tile.closest('details') !== null)
    );
  });
}

export const homePages: readonly Shown[] = [
  { name: 'home', at: '', ready: 'h1', bring: allTiles },
  {
    name: 'home-tables',
    at: '?ui.days=365',
    ready: 'h1',
    async bring(page) {
      await allTiles(page);
      await page.locator('main details').evaluateAll((all) => {
        for (const one of all) (one as HTMLDetailsElement).open = true;
      });
    },
  },
  { name: 'home-connections', at: below(() => '?ui.tab=connections'), ready: 'main h2', bring: allTiles },
  { name: 'home-my-work-nobody', at: '?ui.tab=mywork', ready: 'main h2' },
  {
    name: 'home-technician',
    as: 'technician',
    async at(app) {
      await giveWork(app);
      return `/${app.account.id}`;
    },
    ready: 'main h2:text("Late")',
  },
  {
    name: 'home-technician-completing',
    as: 'technician',
    async at(app) {
      await giveWork(app);
      return `/${app.account.id}`;
    },
    ready: 'main h2:text("Late")',
    async bring(page) {
      await page
        .getByRole('button', { name: /^Complete/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'asset', at: '/Assets/1', ready: 'dt:text("Mean repair time")' },
  { name: 'asset-timeline', at: '/Assets/1/Timeline', ready: 'main ol li' },
  {
    name: 'home-forbidden',
    as: 'technician',
    at: '?ui.tab=connections',
    ready: 'h1:text("You may not open this page")',
  },
];
