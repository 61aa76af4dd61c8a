/**
 * Takes the pictures of docs/pictures.md: the pages of the plugin with the made-up data of plugins/klutch/dev, in both
 * themes, wide and narrow. Data and time are the same each time, so a changed picture is a changed page. Arguments are the
 * names of pictures, if not all are to be taken.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pickPort } from '@klutch/local-processes';
import { execa } from 'execa';
import type { Browser } from 'playwright-core';
import { launchBrowser, waitForContent } from '../launchBrowser';
import { galleryPages } from './galleryPages';
import { galleryText, pictureName, themes, widths } from './galleryText';

const root = join(__dirname, '../../../..');
const pictures = join(root, 'docs/images/pages');

const HEIGHT = 900;

/** Milliseconds until the development server has built the plugin. */
const BUILD_TIMEOUT_MS = 300_000;

/** Time on the pages. */
const NOW = new Date('2026-11-28T12:00:00Z');

/** Serves the plugin with its made-up data. */
async function servePlugin() {
  const url = `http://localhost:${await pickPort()}`;
  const server = execa('backstage-cli', ['package', 'start'], {
    cwd: join(root, 'plugins/klutch'),
    preferLocal: true,
    env: { KLUTCH_PORTAL_URL: url },
    stdio: 'ignore',
  });
  return { url, server };
}

/** Waits until the server answers, and the first page is built. */
async function waitForServer(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage();
  const end = Date.now() + BUILD_TIMEOUT_MS;
  const open = () => page.goto(url, { timeout: BUILD_TIMEOUT_MS });
  while (!(await open().catch(() => undefined))) {
    if (Date.now() > end) {
      throw new Error(
        'The development server does not answer. Run yarn start in plugins/klutch to see why.',
      );
    }
    await setTimeout(500);
  }
  await page
    .getByRole('heading', { name: 'Scenarios' })
    .first()
    .waitFor({ timeout: BUILD_TIMEOUT_MS });
  await page.close();
}

async function takePictures(browser: Browser, url: string): Promise<void> {
  const chosen = process.argv.slice(2);
  const pages = galleryPages.filter(
    ({ picture }) => chosen.length === 0 || chosen.includes(picture),
  );
  for (const theme of themes) {
    const context = await browser.newContext({ colorScheme: theme });
    await context.clock.setFixedTime(NOW);
    for (const { picture, path, shows, open, scrollTo } of pages) {
      const page = await context.newPage();
      await page.setViewportSize({ width: widths[0], height: HEIGHT });
      await page.goto(`${url}/${path}`);
      await page.getByRole('main').getByText(shows).first().waitFor();
      await open?.(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: HEIGHT });
        await waitForContent(page);
        if (scrollTo) {
          await page
            .getByText(scrollTo)
            .first()
            .evaluate(element => element.scrollIntoView({ block: 'center' }));
        }
        await page.screenshot({
          path: join(pictures, pictureName(picture, theme, width)),
          animations: 'disabled',
        });
      }
      await page.close();
    }
    await context.close();
  }
}

async function main(): Promise<void> {
  await mkdir(pictures, { recursive: true });
  const { url, server } = await servePlugin();
  try {
    const browser = await launchBrowser();
    try {
      await waitForServer(browser, url);
      await takePictures(browser, url);
    } finally {
      await browser.close();
    }
  } finally {
    server.kill();
    await server.catch(() => undefined);
  }
  await writeFile(join(root, 'docs/pictures.md'), galleryText(galleryPages));
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
