// The portal as people open it: the demo's backend, the production build of the app, and Chromium.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pickPort } from '@klutch/local-processes';
import { chromium as driver, type Browser, type Page } from 'playwright-core';
import {
  buildBundle,
  chromium,
  confirmIfInteractive,
  ensureProgram,
  layoutOf,
  startBackend,
  startIdentityProvider,
} from './testFixtures';

const readyMs = 120_000;

/** What the portal watches. */
interface Watched {
  controlPlaneKubeconfig: string;
  /** Instances on all app clusters. */
  count: number;
}

export class BrowserPortal {
  constructor(
    readonly url: string,
    private readonly browser: Browser,
    private readonly cleanups: (() => unknown)[],
  ) {}

  /** Opens a window of a guest, who is signed in without a click and whose browser knows nothing of the portal yet. */
  async newPage(): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: 1440, height: 1000 },
    });
    await context.addInitScript(
      `localStorage.setItem('@backstage/core:SignInPage:provider', 'guest')`,
    );
    return context.newPage();
  }

  async stop(): Promise<void> {
    for (const step of this.cleanups.splice(0).reverse()) await step();
  }
}

/** Waits until the portal lists all instances, and shows a number below the table. */
async function untilComplete(portal: BrowserPortal, count: number) {
  const page = await portal.newPage();
  await page.goto(`${portal.url}/klutch/instances`);
  await page.getByText(`of ${count}`).waitFor({ timeout: readyMs });
  await page.context().close();
}

export async function startBrowserPortal(
  { controlPlaneKubeconfig, count }: Watched,
  { log, signal }: { log(text: string): void; signal: AbortSignal },
): Promise<BrowserPortal> {
  const executablePath = await ensureProgram(chromium, {
    onProgress: log,
    mayRun: confirmIfInteractive,
  });
  await buildBundle(log);
  const cleanups: (() => unknown)[] = [];
  try {
    const dir = await mkdtemp(join(tmpdir(), 'klutch-bench-'));
    cleanups.push(() => rm(dir, { recursive: true, force: true }));
    const port = await pickPort();
    const url = `http://localhost:${port}`;
    const identityProvider = await startIdentityProvider({
      port: await pickPort(),
      redirectUris: {
        portal: `${url}/api/auth/oidc/handler/frame`,
        binding: `${url}/api/klutch/binding/callback`,
      },
    });
    cleanups.push(() => identityProvider.stop());
    // The catalog would write entities of all instances for minutes, beside what is measured.
    process.env.APP_CONFIG_catalog_providers_klutch_namespaces = '["none"]';
    const backend = await startBackend({
      layout: layoutOf(dir),
      port,
      identityProvider,
      controlPlaneKubeconfig,
      signal,
      onRestart: log,
    });
    cleanups.push(() => backend.stop());
    const browser = await driver.launch({
      executablePath,
      args: ['--no-sandbox'],
    });
    cleanups.push(() => browser.close());
    const portal = new BrowserPortal(url, browser, cleanups);
    await untilComplete(portal, count);
    return portal;
  } catch (error) {
    for (const step of cleanups.reverse()) await step();
    throw error;
  }
}
