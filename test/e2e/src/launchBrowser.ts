/** Headless Chromium. */
import { chromium, type Browser, type Page } from 'playwright-core';

/** Milliseconds to wait for the content of a page. */
const CONTENT_TIMEOUT_MS = 5_000;

/**
 * Starts the browser.
 *
 * @throws when Chromium is missing; `npm test` installs it
 */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.KLUTCH_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Waits until the page shows text and no progress bar; the picture of a page that goes on loading shows its progress bar. */
export async function waitForContent(page: Page): Promise<void> {
  await page.waitForFunction(
    `document.body.innerText.trim() !== ''`,
    undefined,
    { timeout: CONTENT_TIMEOUT_MS },
  );
  await page
    .getByRole('progressbar')
    .first()
    .waitFor({ state: 'detached', timeout: CONTENT_TIMEOUT_MS })
    .catch(() => undefined);
}
