/** What is checked of each page, whatever it shows. */
import { readFile } from 'node:fs/promises';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** The plugin's part of the page; the rest is Backstage's. */
const OWN_CONTENT = ['main', '[role=dialog]', '[role=menu]'];

const axeSource = readFile(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of WCAG 2.1 AA, one line each: the rule and the first element that violates it. */
export async function accessibilityProblems(
  page: Page,
  own = OWN_CONTENT,
): Promise<string[]> {
  await page.evaluate(await axeSource);
  const { violations } = await page.evaluate<AxeResults>(`
    axe.run(
      { include: ${JSON.stringify(own)}.filter(found => document.querySelector(found)).map(found => [found]) },
      { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] },
    )`);
  return violations.map(
    ({ id, nodes: [node] }) =>
      `${id}: ${node?.html} ${node?.failureSummary?.replace(/\s+/g, ' ')}`,
  );
}

/** Elements of the plugin that reach beyond the right edge of the window and cannot be scrolled to, one line each. */
export const elementsOffScreen = (
  page: Page,
  own = OWN_CONTENT,
): Promise<string[]> =>
  page.evaluate<string[]>(`
    // The ripple of a button is clipped by it.
    [...document.querySelectorAll(${JSON.stringify(own.map(part => `${part} *`).join(', '))})]
      .filter(element => !/TouchRipple/.test(element.className))
      .filter(element => {
        const { right, width, height } = element.getBoundingClientRect();
        if (width < 2 || height < 2 || right <= window.innerWidth + 1) return false;
        for (let part = element; part; part = part.parentElement) {
          const { clip, overflowX } = getComputedStyle(part);
          // For screen readers alone, or in a part that scrolls.
          if (clip !== 'auto') return false;
          if (/auto|scroll/.test(overflowX) && part.scrollWidth > part.clientWidth) return false;
        }
        return true;
      })
      .slice(0, 3)
      .map(element => 'off the screen: ' + element.outerHTML.slice(0, 200))`);
