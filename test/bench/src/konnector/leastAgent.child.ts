// The least agent: two watches, the newest version of each object, and the writes that every agent has to do. What makes
// an agent safe is missing (ownership, deletion, retries), so that no agent can take less.
import { keyOf } from '@klutch/kube';
import { bareApi, type BareApi } from '../harness/bareApi';
import { bareWatch } from '../harness/bareWatch';
import { runAsChild } from '../harness/child';
import type { Sample } from '../kube/sample';
import { type Api, collectionOf } from '../kube/sampleCrd';
import { copyMetadata, finalizerPatch } from './wire';

export interface LeastAgentInput {
  api: Api;
  /** Kubeconfigs of both clusters. */
  app: string;
  control: string;
}

type Synced = Sample & { status?: object };

interface WatchEvent {
  type: string;
  object: Synced;
}

class LeastAgent {
  readonly #app: BareApi;
  readonly #control: BareApi;
  readonly #objects = new Map<string, Synced>();
  readonly #copies = new Map<string, Synced>();
  readonly #running = new Set<string>();
  readonly #changed = new Set<string>();

  constructor(private readonly input: LeastAgentInput) {
    this.#app = bareApi(input.app);
    this.#control = bareApi(input.control);
  }

  /** Resolves when both clusters are watched. */
  async start(): Promise<void> {
    await this.#watch(this.#app, this.#objects);
    await this.#watch(this.#control, this.#copies);
  }

  #watch(cluster: BareApi, seen: Map<string, Synced>): Promise<unknown> {
    const { signal } = new AbortController();
    return bareWatch(
      cluster,
      collectionOf(this.input.api),
      line => {
        const { type, object } = JSON.parse(line) as WatchEvent;
        if (type !== 'ADDED' && type !== 'MODIFIED') return;
        const key = keyOf(object);
        const isOwnWrite =
          seen.get(key)?.metadata.resourceVersion ===
          object.metadata.resourceVersion;
        seen.set(key, object);
        if (!isOwnWrite) void this.#reconcile(key);
      },
      signal,
    );
  }

  /** One reconcile of a key at a time. */
  async #reconcile(key: string): Promise<void> {
    this.#changed.add(key);
    if (this.#running.has(key)) return;
    this.#running.add(key);
    while (this.#changed.delete(key)) await this.#sync(key);
    this.#running.delete(key);
  }

  async #sync(key: string): Promise<void> {
    let object = this.#objects.get(key);
    if (!object) return;
    const { namespace, name } = object.metadata;
    const path = `${collectionOf(this.input.api, namespace)}/${name}`;
    const onApp = async (of: string, patch: object): Promise<Synced> => {
      const written = await this.#app.send('PATCH', of, patch);
      const now: Synced = JSON.parse(written);
      this.#objects.set(key, now);
      return now;
    };
    if (!object.metadata.finalizers) object = await onApp(path, finalizerPatch);
    let copy = this.#copies.get(key);
    if (!copy) {
      const { apiVersion, kind, spec } = object;
      const written = await this.#control.send(
        'APPLY',
        `${path}?fieldManager=least&force=true`,
        { apiVersion, kind, metadata: copyMetadata(object), spec },
      );
      copy = JSON.parse(written) as Synced;
      this.#copies.set(key, copy);
    }
    const { status } = copy;
    if (status && JSON.stringify(status) !== JSON.stringify(object.status))
      await onApp(`${path}/status`, { status });
  }
}

runAsChild<LeastAgentInput, void>(async (input, parent) => {
  await new LeastAgent(input).start();
  parent.send('ready');
  for (;;) {
    await parent.receive('usage');
    const { user, system } = process.cpuUsage();
    parent.send('usage', (user + system) / 1e6);
  }
});
