// The portal's backend in a process of its own, and what its users do.
import { join } from 'node:path';
import { mockCredentials } from '@backstage/backend-test-utils';
import {
  createKlutchClient,
  type KlutchClient,
  type KlutchSignal,
} from '@klutch/backstage-plugin-klutch-common';
import { waitFor } from '@klutch/local-processes';
import { startChild, type Child } from '../harness/child';
import type { LoopDelay } from './loopDelay';
import type { Usage } from './portal.child';

const readyMs = 120_000;

export class PortalProcess {
  readonly #child: Child<void>;
  #url = '';

  constructor(controlPlaneKubeconfig: string, signal: AbortSignal) {
    this.#child = startChild(
      join(__dirname, 'portal.child.ts'),
      {
        klutch: {
          controlPlane: { kubeconfig: controlPlaneKubeconfig },
          appClusters: { allowLoopback: true },
        },
      },
      { gc: true, preferred: true, signal },
    );
  }

  /** Resolves when the portal watches the control plane. */
  async ready(): Promise<void> {
    this.#url = String(await this.#child.receive('url'));
    await waitFor(
      async () => {
        const { data } = await this.as('oscar').GET('/platform/apis');
        return data !== undefined && data.items.length > 0;
      },
      { what: 'the portal watches the control plane', timeoutMs: readyMs },
    );
  }

  /** A user's client: `oscar` may list everywhere, `alice` in each namespace. */
  as(user: 'oscar' | 'alice'): KlutchClient {
    return createKlutchClient({
      baseUrl: this.#url,
      fetch: request => {
        const header = mockCredentials.user.header(`user:default/${user}`);
        request.headers.set('authorization', header);
        return fetch(request);
      },
    });
  }

  /** What the process used since the last call. */
  async usage(): Promise<Usage> {
    this.#child.send('command', 'usage');
    return (await this.#child.receive('usage')) as Usage;
  }

  /** The heap without garbage, in bytes. */
  async heapBytes(): Promise<number> {
    this.#child.send('command', 'heap');
    return Number(await this.#child.receive('heap'));
  }

  /** What `work` blocks the process's event loop for. */
  async loopDelayOf(work: () => Promise<void>): Promise<LoopDelay> {
    this.#child.send('command', 'loop delay');
    await this.#child.receive('loop delay');
    await work();
    this.#child.send('command', 'end');
    return (await this.#child.receive('loop delay')) as LoopDelay;
  }

  /** Resolves at the next signal. */
  async nextSignal(): Promise<KlutchSignal> {
    return (await this.#child.receive('signal')) as KlutchSignal;
  }

  kill(): void {
    this.#child.kill();
  }
}
