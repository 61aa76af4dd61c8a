// How long a browser that knows nothing of the portal takes for its pages, beside a page of Backstage itself.
import { figureOf, type Figure } from '../harness/figures';
import { interleaved } from '../harness/interleaved';
import type { BenchContext } from '../harness/runBench';
import { percentile } from '../harness/statistics';
import type { BrowserPortal } from './BrowserPortal';
import type { PortalEnvironment } from './environment';
import {
  emptyPage,
  hasText,
  openPage,
  slownessOf,
  visit,
  type Address,
} from './visits';

/** Of the services page and of the list. */
const visits = { services: 12, instances: 6 };
const limitMs = 2_000;

const servicesPage: Address = {
  path: '/klutch',
  shown: hasText('article', 'PostgreSQL'),
};
const instancesPage: Address = {
  path: '/klutch/instances',
  shown: hasText('[role=rowheader]', 'db-'),
};

/** Bytes of each script that a page has loaded, as they were sent. */
async function scriptsOf(portal: BrowserPortal, address: Address) {
  const { page } = await openPage(portal, address);
  const scripts = await page.evaluate<[url: string, bytes: number][]>(
    `performance.getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ name, encodedBodySize }) => [name, encodedBodySize])`,
  );
  await page.context().close();
  return new Map(scripts);
}

/** Percent of the visits that took no longer than the limit. */
const shareWithin = (times: readonly number[]) =>
  (times.filter(time => time <= limitMs).length / times.length) * 100;

async function timesOf(
  portal: BrowserPortal,
  name: keyof typeof visits,
  address: Address,
): Promise<Figure[]> {
  const { ours, bare } = await interleaved(
    visits[name],
    () => visit(portal, address),
    () => visit(portal, emptyPage),
  );
  const added = ours.map((value, index) => value - (bare[index] ?? NaN));
  const baseline = percentile(bare, 0.5);
  return [
    figureOf({
      name: `${name} in a browser with an empty cache, p50 (baseline: an almost empty page of Backstage)`,
      value: percentile(ours, 0.5),
      unit: 'ms',
      baseline,
      target: {
        on: 'value',
        at: 'most',
        limit: limitMs,
        slowness: slownessOf(baseline),
      },
    }),
    figureOf({
      name: `${name} in a browser with an empty cache, p95`,
      value: percentile(ours, 0.95),
      unit: 'ms',
      baseline: percentile(bare, 0.95),
    }),
    figureOf({
      name: `${name} within ${limitMs / 1_000} s (baseline: the almost empty page)`,
      value: shareWithin(ours),
      unit: '%',
      baseline: shareWithin(bare),
    }),
    figureOf({
      name: `what ${name} take longer than the almost empty page, p50`,
      value: percentile(added, 0.5),
      unit: 'ms',
    }),
  ];
}

export async function firstPage({
  environment,
}: BenchContext<PortalEnvironment>): Promise<Figure[]> {
  const portal = await environment.openInBrowser();
  const services = await timesOf(portal, 'services', servicesPage);
  const instances = await timesOf(portal, 'instances', instancesPage);
  const ours = await scriptsOf(portal, servicesPage);
  const others = await scriptsOf(portal, emptyPage);
  const own = [...ours].filter(([url]) => !others.has(url));
  return [
    ...services,
    ...instances,
    figureOf({
      name: 'JavaScript of the first page that the almost empty page does not load, compressed',
      value: own.reduce((sum, [, bytes]) => sum + bytes, 0) / 1_024,
      unit: 'KB',
      target: { on: 'value', at: 'most', limit: 350 },
    }),
  ];
}
