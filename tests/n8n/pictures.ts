/** Pictures of the nodes in the editor of n8n, for the guide. */
import { join } from 'node:path';
import { startChromium } from '../support/chromium.ts';
import type { N8n } from './running.ts';
import { ACTION, TRIGGER, WORKFLOW } from './workflow.ts';

const folder = join(import.meta.dirname, '../../docs/images');

export async function takePictures(n8n: N8n): Promise<void> {
  const browser = await startChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1200, height: 720 }, ignoreHTTPSErrors: true });
    const [name, value] = n8n.cookie.split('=') as [string, string];
    await context.addCookies([{ name, value, url: n8n.url, secure: true, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    const take = async (picture: string) => {
      await page.waitForTimeout(1_000);
      await page.screenshot({ path: join(folder, `n8n-${picture}.jpg`), type: 'jpeg', quality: 80 });
    };
    await page.goto(`${n8n.url}/workflow/${WORKFLOW}`);
    for (const [picture, node, chosen] of [
      ['node', ACTION, 'Tasks'],
      ['trigger', TRIGGER, 'Completed'],
    ]) {
      await page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`).dblclick();
      // The lists have come from the service.
      await page.waitForFunction(`[...document.querySelectorAll('input')].some(({ value }) => value === '${chosen}')`);
      await take(picture!);
      await page.keyboard.press('Escape');
    }
    await page.goto(`${n8n.url}/workflow/${WORKFLOW}/executions`);
    await page.getByText('1 item').first().waitFor();
    await take('run');
  } finally {
    await browser.close();
  }
}
