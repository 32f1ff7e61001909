/** Pages of Home. */
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
      for (const summary of await page.locator('main summary').all()) await summary.click();
    },
  },
  { name: 'home-connections', at: '?ui.tab=connections', ready: 'main h2', bring: allTiles },
  { name: 'home-my-work', at: '?ui.tab=mywork', ready: 'main h2' },
  { name: 'home-technician', as: 'technician', at: '', ready: 'main h2' },
  {
    name: 'home-forbidden',
    as: 'technician',
    at: '?ui.tab=connections',
    ready: 'h1:text("You may not open this page")',
  },
];
