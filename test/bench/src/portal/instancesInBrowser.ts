// The list of all instances in a browser, while instances change: what it costs, and how soon it follows the user.
import type { CDPSession, Page } from 'playwright-core';
import { figureOf, type Figure } from '../harness/figures';
import { paced } from '../harness/paced';
import type { BenchContext } from '../harness/runBench';
import { percentile } from '../harness/statistics';
import type { Instance, PortalEnvironment } from './environment';
import { timeInput } from './stopwatch';
import { browserSlowness } from './visits';

const rounds = 20;
const rowsPerPage = 25;
const changesPerSecond = 10;
/** The same as for changes that others make: one core renders the rows, and the API servers and the browser share both. */
const inputLimitMs = 500;

const names = `[...document.querySelectorAll('tbody [role=rowheader] a')].map(link => link.textContent)`;
const firstIs = (name: string | undefined) => `${names}[0] === '${name}'`;

/** Changes the status of one instance after another, until the returned function is called. */
function keepChanging({ changeStatus, instances }: PortalEnvironment) {
  let stopped = false;
  const running = (async () => {
    for (let second = 0; !stopped; second += 1) {
      await paced(
        { perSecond: changesPerSecond, seconds: 1, maxInFlight: 10 },
        index =>
          changeStatus(
            instances[index % instances.length] as Instance,
            `change ${second}`,
            second % 2 === 0,
          ),
      );
    }
  })();
  return async () => {
    stopped = true;
    await running;
  };
}

/** Milliseconds until the page showed the answer to each kind of input. */
type Times = Record<
  'first rows' | 'filter while typing' | 'sort' | 'next page',
  number[]
>;

/** What a user does in one round, from the services page to a filtered list. */
async function useList(
  page: Page,
  sorted: readonly string[],
  round: number,
  times: Times,
): Promise<void> {
  const click = (role: 'button' | 'link' | 'tab', name: string) => () =>
    page.getByRole(role, { name, exact: true }).first().click();
  const timeClick = (input: () => Promise<void>, condition: string) =>
    timeInput(page, 'click', input, condition);
  const first = firstIs(sorted[0]);

  times['first rows'].push(await timeClick(click('tab', 'Instances'), first));
  times.sort.push(
    await timeClick(click('button', 'Name'), firstIs(sorted.at(-1))),
    await timeClick(click('button', 'Name'), first),
  );
  times['next page'].push(
    await timeClick(click('button', 'Next page'), firstIs(sorted[rowsPerPage])),
  );
  const name = sorted[(round * 37) % sorted.length] ?? '';
  const search = page.getByRole('searchbox', { name: 'Search instances' });
  times['filter while typing'].push(
    await timeInput(
      page,
      'input',
      () => search.pressSequentially(name),
      `${names}.join() === '${name}'`,
    ),
  );
  await timeClick(
    click('tab', 'Services'),
    `document.querySelector('article')`,
  );
}

async function costOf(page: Page, session: CDPSession) {
  const elements = await page.evaluate<number>(
    `document.querySelectorAll('*').length`,
  );
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return { elements, heapBytes: usedSize };
}

export async function instancesInBrowser({
  environment,
  signal,
}: BenchContext<PortalEnvironment>): Promise<Figure[]> {
  const portal = await environment.openInBrowser();
  const slowness = await browserSlowness(portal);
  const sorted = environment.instances.map(({ name }) => name).sort();
  const page = await portal.newPage();
  const session = await page.context().newCDPSession(page);
  await page.goto(`${portal.url}/klutch`);
  await page.getByRole('article').first().waitFor();
  const times: Times = {
    'first rows': [],
    'filter while typing': [],
    sort: [],
    'next page': [],
  };
  const stopChanging = keepChanging(environment);
  try {
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      await useList(page, sorted, round, times);
    }
  } finally {
    await stopChanging();
  }
  await page.getByRole('tab', { name: 'Instances' }).click();
  await page.waitForFunction(firstIs(sorted[0]));
  const { elements, heapBytes } = await costOf(page, session);
  await page.context().close();
  return [
    ...Object.entries(times).map(([name, of]) =>
      figureOf({
        name: `list of ${sorted.length} instances in a browser, ${changesPerSecond} changes a second: ${name}, p95`,
        value: percentile(of, 0.95),
        unit: 'ms',
        target: { on: 'value', at: 'most', limit: inputLimitMs, slowness },
      }),
    ),
    figureOf({
      name: 'elements of that page, with the frame of Backstage',
      value: elements,
      unit: '',
      target: { on: 'value', at: 'most', limit: 3_000 },
    }),
    figureOf({
      name: 'JavaScript heap of that page',
      value: heapBytes / 1e6,
      unit: 'MB',
      target: { on: 'value', at: 'most', limit: 100 },
    }),
  ];
}
