/** What the commands do. Loaded when a command runs, so that help and completion start fast. */
import { openBrowser } from './openBrowser';
import type { runApprove } from './runApprove';
import type { RunBindOptions } from './runBind';
import type { runBindApiService } from './runBindApiService';
import type { runStatus } from './runStatus';
import type { runUnbind } from './runUnbind';

/** The work of the commands. */
export interface BindWork {
  runApprove: typeof runApprove;
  runBind(options: RunBindOptions): Promise<void>;
  runBindApiService: typeof runBindApiService;
  runStatus: typeof runStatus;
  runUnbind: typeof runUnbind;
  /** Opens the address with the system's browser. */
  openBrowser(url: URL): Promise<void>;
}

/** Loads the module of each command on first use. */
export const bindWork: BindWork = {
  openBrowser,
  runApprove: async (...args) =>
    (await import('./runApprove')).runApprove(...args),
  runBind: async (...args) => (await import('./runBind')).runBind(...args),
  runBindApiService: async (...args) =>
    (await import('./runBindApiService')).runBindApiService(...args),
  runStatus: async (...args) =>
    (await import('./runStatus')).runStatus(...args),
  runUnbind: async (...args) =>
    (await import('./runUnbind')).runUnbind(...args),
};
