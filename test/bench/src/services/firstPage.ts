// How soon the first page is there in a browser that knows nothing yet, and how much JavaScript it costs.
import { chromium, type Browser, type Page } from 'playwright-core';
import { figureOf, type Figure } from '../harness/figures';
import { monotonicMs } from '../harness/clock';
import type { BenchContext } from '../harness/runBench';
import { percentile } from '../harness/statistics';
import type { ServicesEnvironment } from './environment';

const visits = 10;

/** Bytes of each script that the page has loaded, as they were sent. */
const scriptBytes = (page: Page) =>
  page.evaluate<[url: string, bytes: number][]>(
    `performance.getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ name, encodedBodySize }) => [name, encodedBodySize])`,
  );

interface Visit {
  milliseconds: number;
  scripts: Map<string, number>;
}

/** Opens a page as a guest with an empty cache, until a heading is shown. */
async function visit(
  browser: Browser,
  url: string,
  heading: string,
): Promise<Visit> {
  const context = await browser.newContext();
  // Signs in without a click, as for people who have signed in before.
  await context.addInitScript(
    `localStorage.setItem('@backstage/core:SignInPage:provider', 'guest')`,
  );
  const page = await context.newPage();
  const begin = monotonicMs();
  await page.goto(url);
  await page.getByText(heading, { exact: true }).first().waitFor();
  const milliseconds = monotonicMs() - begin;
  const scripts = new Map(await scriptBytes(page));
  await context.close();
  return { milliseconds, scripts };
}

export async function firstPage({
  environment,
}: BenchContext<ServicesEnvironment>): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: process.env.KLUTCH_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const open = () =>
      visit(browser, `${environment.url}/klutch`, 'PostgreSQL');
    const first = await open();
    const times: number[] = [];
    for (let count = 0; count < visits; count += 1) {
      times.push((await open()).milliseconds);
    }
    const other = await visit(
      browser,
      `${environment.url}/settings`,
      'General',
    );
    const own = [...first.scripts].filter(([url]) => !other.scripts.has(url));
    return [
      figureOf({
        name: 'first page in a browser with an empty cache, p95',
        value: percentile(times, 0.95),
        unit: 'ms',
        target: { on: 'value', at: 'most', limit: 2_000 },
      }),
      figureOf({
        name: 'JavaScript of the first page that other pages do not load, compressed',
        value: own.reduce((sum, [, bytes]) => sum + bytes, 0) / 1_024,
        unit: 'KB',
        target: { on: 'value', at: 'most', limit: 350 },
      }),
    ];
  } finally {
    await browser.close();
  }
}
