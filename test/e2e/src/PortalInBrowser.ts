/** The portal of a sandbox, in windows of one browser. */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pickPort } from '@klutch/local-processes';
import {
  defaultDir,
  layoutOf,
  readState,
  startSandboxProcess,
  type SandboxProcess,
  type SandboxState,
} from '@klutch/sandbox';
import type { Browser } from 'playwright-core';
import { openWindow, type BrowserWindow, type WindowOptions } from './browser';
import { launchBrowser } from './launchBrowser';
import { enterAsGuest, signIn } from './portalPages';
import { RevealedCredentials } from './RevealedCredentials';

/** Folder of a running sandbox to test against; otherwise the tests start one. */
const attachTo = process.env.KLUTCH_E2E_SANDBOX;

async function attach(dir: string): Promise<SandboxState> {
  const state = await readState(layoutOf(dir));
  if (state) return state;
  throw new Error(
    `No sandbox is ready in ${dir}. Start one there, or unset KLUTCH_E2E_SANDBOX.`,
  );
}

async function startSandbox(): Promise<SandboxProcess> {
  const dir = join(defaultDir, '..', 'test-results', 'sandbox');
  await rm(dir, { recursive: true, force: true });
  return startSandboxProcess(dir, await pickPort());
}

export class PortalInBrowser {
  readonly #windows: BrowserWindow[] = [];
  readonly #credentials = new RevealedCredentials();

  private constructor(
    readonly state: SandboxState,
    private readonly browser: Browser,
    private readonly sandbox: SandboxProcess | undefined,
  ) {}

  static async start(): Promise<PortalInBrowser> {
    const sandbox = attachTo ? undefined : await startSandbox();
    const state = sandbox?.state ?? (await attach(attachTo ?? ''));
    try {
      return new PortalInBrowser(state, await launchBrowser(), sandbox);
    } catch (error) {
      await sandbox?.interrupt();
      throw error;
    }
  }

  /** Opens an empty window, which shares no cookies with others. */
  async openWindow(options?: WindowOptions): Promise<BrowserWindow> {
    const window = await openWindow(this.browser, options);
    this.#credentials.watch(window.page);
    this.#windows.push(window);
    return window;
  }

  /** Opens a window and signs in; the Services page is open afterwards. */
  async signIn(
    name: 'alice' | 'oscar' | 'audrey' | 'guest',
    options?: WindowOptions,
  ): Promise<BrowserWindow> {
    const window = await this.openWindow(options);
    if (name === 'guest') await enterAsGuest(window.page, this.state.url);
    else await signIn(window.page, this.state.url, name);
    return window;
  }

  /**
   * Closes the windows that a test opened, after a screenshot of each.
   *
   * @throws when one of them logged an error to its console, or credentials were anywhere but in the answer to a reveal
   */
  async closeWindows(): Promise<void> {
    const open = this.#windows.splice(0);
    const leaks = await this.#credentials.leaks();
    const test = expect.getState().currentTestName ?? '';
    for (const window of open) {
      await window.screenshot(`end-of-${test.replace(/\W+/g, '-')}`);
      await window.close();
    }
    const consoleErrors = open.flatMap(window => window.consoleErrors);
    const problems = [...leaks, ...consoleErrors];
    if (problems.length > 0) throw new Error(problems.join('\n'));
  }

  /** @throws when the sandbox logged credentials that were revealed */
  async stop(): Promise<void> {
    try {
      await this.browser.close();
    } finally {
      await this.sandbox?.interrupt();
    }
    const { appCluster } = this.state.kubeconfigs;
    const { logs } = layoutOf(join(dirname(appCluster), '..'));
    const leaks = await this.#credentials.leaksInFiles(logs);
    if (leaks.length > 0) throw new Error(leaks.join('\n'));
  }
}
