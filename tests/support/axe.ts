/** What axe finds wrong with a page. It is run in the page by evaluation: as a script tag the security policy would stop it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSHandle, Page } from 'playwright-core';

const source = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

const CONTRAST = 'color-contrast';

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

interface Judging {
  /** This rule alone. */
  readonly only?: string;
  readonly without?: string;
  /** These elements and what is in them; the whole page where they are left out. */
  readonly of?: JSHandle<readonly Element[]>;
}

/** One line for each place: empty where all is well. Every rule, unless one is named. */
export async function violations(page: Page, { only, without, of }: Judging = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const found: readonly Violation[] = await page.evaluate(
    async ([rule, left, include]) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: unknown, options: object): Promise<{ violations: Violation[] }> };
      };
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
      const runOnly = rule === undefined ? { type: 'tag', values: tags } : { type: 'rule', values: [rule] };
      const rules = left === undefined ? {} : { [left]: { enabled: false } };
      const context = include === undefined ? document : { include };
      return (await axe.run(context, { runOnly, rules, resultTypes: ['violations'] })).violations;
    },
    [only, without, of] as const,
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary.split('\n')[1] ?? ''}`,
    ),
  );
}

/** All rules but that of contrast, which takes as long as the others together. */
export function violationsOfForm(page: Page): Promise<string[]> {
  return violations(page, { without: CONTRAST });
}

/**
 * Contrast, of every look that was not judged before: the same colour over the same grounds in the same size is as legible on every page.
 * `seen` gets those that have been judged.
 */
export async function violationsOfContrast(page: Page, seen: Set<string>): Promise<string[]> {
  const looks = await page.evaluateHandle(looksOf);
  const names = await looks.evaluate((found) => [...found.keys()]);
  const fresh = names.filter((look) => !seen.has(look));
  if (fresh.length === 0) return [];
  const of = await looks.evaluateHandle((found, wanted) => wanted.map((look) => found.get(look)!), fresh);
  for (const look of fresh) seen.add(look);
  return violations(page, { only: CONTRAST, of });
}

/** In the page: how its texts look, with one that looks so. */
function looksOf(): Map<string, Element> {
  const grounds = new Map<Element, string>();
  /** All that lies under a text, down to what hides the rest. */
  const groundOf = (element: Element): string => {
    const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element);
    const isPlain = backgroundImage === 'none' && opacity === '1' && filter === 'none';
    const hidesRest = isPlain && !backgroundColor.startsWith('rgba(');
    const own = isPlain ? backgroundColor : `${backgroundColor} ${backgroundImage} ${opacity} ${filter}`;
    const parent = hidesRest ? null : element.parentElement;
    if (parent === null) return own;
    const below = grounds.get(parent) ?? groundOf(parent);
    grounds.set(parent, below);
    return own === 'rgba(0, 0, 0, 0)' ? below : `${own} on ${below}`;
  };
  const looks = new Map<string, Element>();
  for (const element of document.body.querySelectorAll('*')) {
    const hasText = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
    if (!hasText && !element.matches('input, select, textarea')) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    // What cannot be used need not be legible, so it stands for nothing that can.
    const isOff =
      element.closest(':disabled, [aria-disabled=true]') !== null ||
      element.closest('label')?.control?.matches(':disabled, [aria-disabled=true]');
    const look = `${color} over ${groundOf(element)}, ${fontSize} ${fontWeight}${isOff ? ', off' : ''}`;
    if (looks.has(look) || !element.checkVisibility({ visibilityProperty: true })) continue;
    looks.set(look, element);
  }
  return looks;
}
