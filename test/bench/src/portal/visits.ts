// Visits of pages by browsers that know nothing of the portal yet.
import type { Page } from 'playwright-core';
import { monotonicMs } from '../harness/clock';
import { percentile } from '../harness/statistics';
import type { BrowserPortal } from './BrowserPortal';

/** A page, and what is shown on it at last. */
export interface Address {
  path: string;
  shown: (page: Page) => ReturnType<Page['getByText']>;
}

/** Has almost no content of its own: the cost of Backstage itself. */
export const emptyPage: Address = {
  path: '/settings',
  shown: page => page.getByText('General', { exact: true }),
};

/** Median of the empty page on the machine that the limits of the browser are for. */
const referenceEmptyMs = 1_740;
const emptyVisits = 5;

export async function openPage(
  portal: BrowserPortal,
  { path, shown }: Address,
): Promise<{ page: Page; milliseconds: number }> {
  const page = await portal.newPage();
  const startMs = monotonicMs();
  await page.goto(`${portal.url}${path}`, { waitUntil: 'commit' });
  await shown(page).first().waitFor();
  return { page, milliseconds: monotonicMs() - startMs };
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
export async function browserSlowness(portal: BrowserPortal): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < emptyVisits; count += 1)
    times.push(await visit(portal, emptyPage));
  return Math.max(1, percentile(times, 0.5) / referenceEmptyMs);
}
