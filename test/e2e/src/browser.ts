/** Windows of the browser, with screenshots and recorded console errors. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultDir } from '@klutch/sandbox';
import type { Browser, Page } from 'playwright-core';
import { waitForContent } from './launchBrowser';

const SCREENSHOTS = join(defaultDir, '..', 'test-results', 'screenshots');

/** Console errors that the tests ignore, each with the reason. */
const IGNORED_CONSOLE_ERRORS: RegExp[] = [
  // The browser asks for an icon of pages that name none, such as the CLI's own after a sign-in.
  /404 \(Not Found\) .*\/favicon\.ico/,
  // The page of a deleted instance reads the claim and gets 404.
  /404 \(Not Found\) .*\/api\/klutch\/claims\//,
  // The page of an app cluster whose join command was cancelled reads both and gets 404.
  /404 \(Not Found\) .*\/api\/klutch\/platform\/app-cluster(?:s|-invitations)\//,
  // Before sign-in Backstage tries to refresh a session and gets 401.
  /401 \(Unauthorized\) .*\/api\/auth\/oidc\/refresh\?optional/,
];

/** A browser window of one user. */
export interface BrowserWindow {
  page: Page;
  /** Console errors so far, without the ignored ones. */
  consoleErrors: string[];
  /** Writes a screenshot to test-results/screenshots; a failed screenshot is logged and does not fail the test. */
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface WindowOptions {
  /** Theme of Backstage. @defaultValue the browser's preference, `light` */
  theme?: 'light' | 'dark';
}

/** Opens a window in a new browser context, so that windows share no cookies. */
export async function openWindow(
  browser: Browser,
  options: WindowOptions = {},
): Promise<BrowserWindow> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    permissions: ['clipboard-read', 'clipboard-write'],
    colorScheme: options.theme,
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
        await waitForContent(page);
        await page.screenshot({ path, animations: 'disabled' });
      } catch (error) {
        // Chromium occasionally fails to take a screenshot; the tests do not depend on screenshots.
        process.stderr.write(`Screenshot ${name} failed: ${error}\n`);
      }
    },
    close: () => context.close(),
  };
}
