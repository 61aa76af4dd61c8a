/** A headless Chromium that keeps screenshots and remembers what the console complained about. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultDir } from '@klutch/sandbox';
import { chromium, type Browser, type Page } from 'playwright-core';

const SCREENSHOTS = join(defaultDir, '..', 'test-results', 'screenshots');

/** Console errors that are not ours to mend, each with its reason. */
const IGNORED_CONSOLE_ERRORS: RegExp[] = [
  // The page of an instance that was deleted learns so from the answer to its own question.
  /404 \(Not Found\) .*\/api\/klutch\/claims\//,
  // The state of a join token that was cancelled meanwhile.
  /404 \(Not Found\) .*\/api\/klutch\/platform\/app-cluster-invitations\//,
  // Backstage asks whether there is a session before anybody signs in; the answer is 401.
  /401 \(Unauthorized\) .*\/api\/auth\/oidc\/refresh\?optional/,
];

/** A person's window. */
export interface BrowserWindow {
  page: Page;
  /** Console errors so far, without the known ones. */
  consoleErrors: string[];
  /** Keeps a picture of the page in test-results/screenshots; one that the browser refuses is told, and fails no test. */
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

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

/** Opens a window of its own, with its own cookies. */
export async function openWindow(browser: Browser): Promise<BrowserWindow> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  page.on('pageerror', error => consoleErrors.push(`${error.message}`));
  page.on('console', message => {
    if (message.type() !== 'error') return;
    const text = `${message.text()} (${message.location().url})`;
    if (!IGNORED_CONSOLE_ERRORS.some(known => known.test(text)))
      consoleErrors.push(text);
  });
  await mkdir(SCREENSHOTS, { recursive: true });
  return {
    page,
    consoleErrors,
    screenshot: async name => {
      const path = join(SCREENSHOTS, `${name}.png`);
      try {
        await page.waitForLoadState();
        await page.screenshot({ path });
      } catch (error) {
        // The browser now and then refuses a picture; what the page does is what the tests are about.
        process.stderr.write(`There is no picture ${name}: ${error}\n`);
      }
    },
    close: () => context.close(),
  };
}
