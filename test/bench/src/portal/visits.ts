// Visits of pages by browsers that know nothing of the portal yet.
import type { Page } from 'playwright-core';
import { percentile } from '../harness/statistics';
import type { BrowserPortal } from './BrowserPortal';

/** A page, and what is shown on it at last. */
export interface Address {
  path: string;
  /** Expression that the page evaluates in each frame. */
  shown: string;
}

/** Expression for an element that has this text among its own. */
export const hasText = (selector: string, text: string) =>
  `[...document.querySelectorAll('${selector}')].some(({ textContent }) => textContent.includes('${text}'))`;

/** Has almost no content of its own: the cost of Backstage itself. */
export const emptyPage: Address = {
  path: '/settings',
  shown: hasText('[role=tab]', 'General'),
};

/** Median of the empty page on the machine that the limits of the browser are for. */
const referenceEmptyMs = 1_500;
const emptyVisits = 5;
const timeoutMs = 30_000;

/**
 * Milliseconds from the request of the page until it has painted the condition, by its own clock. Locators would not do:
 * they look every 500 ms after a while.
 */
const untilPainted = (condition: string) => `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('Was not shown: ' + ${JSON.stringify(condition)})), ${timeoutMs});
  const check = () => requestAnimationFrame(
    ${condition} ? () => resolve(performance.now()) : check,
  );
  check();
})`;

export async function openPage(
  portal: BrowserPortal,
  { path, shown }: Address,
): Promise<{ page: Page; milliseconds: number }> {
  const page = await portal.newPage();
  await page.goto(`${portal.url}${path}`, { waitUntil: 'commit' });
  const milliseconds = await page.evaluate<number>(untilPainted(shown));
  return { page, milliseconds };
}

/** Milliseconds until the page is shown. */
export async function visit(
  portal: BrowserPortal,
  address: Address,
): Promise<number> {
  const { page, milliseconds } = await openPage(portal, address);
  await page.context().close();
  return milliseconds;
}

/** How much slower the empty page is here than on the reference machine; at least 1. */
export const slownessOf = (emptyMs: number) =>
  Math.max(1, emptyMs / referenceEmptyMs);

export async function browserSlowness(portal: BrowserPortal): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < emptyVisits; count += 1)
    times.push(await visit(portal, emptyPage));
  return slownessOf(percentile(times, 0.5));
}
