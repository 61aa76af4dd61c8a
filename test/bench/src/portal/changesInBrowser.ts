// How soon a change in a cluster is on the screen of people who have the list or the instance open.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { figureOf, type Figure } from '../harness/figures';
import type { BenchContext } from '../harness/runBench';
import { percentile } from '../harness/statistics';
import { resource, type Instance, type PortalEnvironment } from './environment';

const changes = 20;

/** Expression that is true when the element shows the state. */
const shows = (selector: string, isFailing: boolean) =>
  `document.querySelector('${selector}')?.textContent.includes('Ready') === ${!isFailing}`;

export async function changesInBrowser({
  environment,
  signal,
}: BenchContext<PortalEnvironment>): Promise<Figure[]> {
  const portal = await environment.openInBrowser();
  const { changeStatus } = environment;
  const instance = environment.instances[0] as Instance;
  const { cluster, namespace, name } = instance;
  const open = async (path: string, selector: string) => {
    const page = await portal.newPage();
    await page.goto(`${portal.url}/klutch/instances${path}`);
    await page.locator(selector).first().waitFor();
    return { page, selector };
  };
  const list = await open(`?search=${name}`, 'tbody [role=row]');
  const detail = await open(
    `/${cluster}/${namespace}/${resource}/${name}`,
    `section[aria-label="Instance ${name}"] h2 + *`,
  );
  const untilShown = async (
    of: { page: Page; selector: string },
    isFailing: boolean,
  ) => {
    await of.page.waitForFunction(shows(of.selector, isFailing));
    return performance.now();
  };
  const times = { list: [] as number[], detail: [] as number[] };
  // The first change is a warm-up, which need not change anything.
  for (let index = 0; index <= changes; index += 1) {
    signal.throwIfAborted();
    const isFailing = index % 2 === 1;
    const shown = [list, detail].map(of => untilShown(of, isFailing));
    const startMs = performance.now();
    await changeStatus(instance, `change ${index}`, isFailing);
    const [listMs = NaN, detailMs = NaN] = await Promise.all(shown);
    if (index > 0) {
      times.list.push(listMs - startMs);
      times.detail.push(detailMs - startMs);
    }
    // Longer than the pause between two signals, so that each change waits for itself only.
    await pause(1_200);
  }
  await list.page.context().close();
  await detail.page.context().close();
  return [
    { of: times.list, what: 'open list' },
    { of: times.detail, what: 'open page of the instance' },
  ].map(({ of, what }) =>
    figureOf({
      name: `change in a cluster until a browser shows it, ${what}, p95`,
      value: percentile(of, 0.95),
      unit: 'ms',
      target: { on: 'value', at: 'most', limit: 500 },
    }),
  );
}
