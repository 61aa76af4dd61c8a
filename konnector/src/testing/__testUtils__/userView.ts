/** Writes and waits for tests: operations of an app cluster user or the provider, and their results. */
import { setTimeout } from 'node:timers/promises';
import {
  ApiError,
  core,
  type ObjectKey,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import { eventually } from './clusterSetup';
import type { TwoClusterFixture } from './twoClusterFixture';
import { userObject } from './thingCrd';

/** One API between two clusters: of one namespace, or cluster-scoped. */
export class UserView {
  /** The API on the control plane; it differs where the isolation is `Namespaced`. */
  readonly providerResource: Resource;

  /** @param resource - the API on the app cluster. */
  constructor(
    readonly fixture: TwoClusterFixture,
    readonly resource: Resource,
    readonly namespace = 'team-a',
  ) {
    this.providerResource = fixture.backend.providerResource(resource);
  }

  /** A user creates an object; returns its copy. */
  async create(
    name: string,
    spec?: Record<string, unknown>,
    metadata?: Unstructured['metadata'],
  ): Promise<Unstructured> {
    await this.submit(name, spec, metadata);
    return this.waitForCopy(name, () => true);
  }

  /** A user creates an object; does not wait for its copy. */
  async submit(
    name: string,
    spec?: Record<string, unknown>,
    metadata: Unstructured['metadata'] = {},
  ): Promise<void> {
    const object = userObject(this.resource, name, spec, this.namespace);
    await this.#createAsKubectl({
      ...object,
      metadata: { ...object.metadata, ...metadata },
    });
  }

  /**
   * Repeats the request while the API server replaces the storage of a changed CRD: it then answers "apiserver is
   * shutting down", or a 404 without a Status.
   */
  async #createAsKubectl(object: Unstructured): Promise<void> {
    for (;;) {
      try {
        await this.fixture.consumer.create(this.resource, object);
        return;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { code, reason, retryAfterSeconds = 0.1 } = error;
        const isReplaced =
          code === 503 || (code === 404 && reason === 'Unknown');
        if (!isReplaced) throw error;
        await setTimeout(retryAfterSeconds * 1000);
      }
    }
  }

  /** A user changes an object. */
  patch(name: string, patch: object): Promise<Unstructured> {
    return this.fixture.consumer.mergePatch(
      this.resource,
      this.key(name),
      patch,
    );
  }

  /** A user deletes an object. */
  async delete(name: string): Promise<void> {
    await this.fixture.consumer.delete(this.resource, this.key(name));
  }

  /** The object on the app cluster. */
  object(name: string): Promise<Unstructured | undefined> {
    return this.fixture.consumer.get(this.resource, this.key(name));
  }

  /** Waits until the object on the app cluster satisfies the predicate. */
  waitForObject(
    name: string,
    predicate: (object: Unstructured) => unknown,
  ): Promise<Unstructured> {
    return eventually(`${name} on the app cluster is as expected`, async () => {
      const found = await this.object(name);
      return found && predicate(found) ? found : undefined;
    });
  }

  /** Waits until the object is deleted on the app cluster. */
  async waitForObjectDeleted(name: string): Promise<void> {
    await eventually(
      `${name} is deleted on the app cluster`,
      async () => (await this.object(name)) === undefined,
    );
  }

  copy(name: string): Promise<Unstructured | undefined> {
    return this.fixture.provider.get(this.providerResource, this.copyKey(name));
  }

  /** Waits until the copy satisfies the predicate. */
  waitForCopy(
    name: string,
    predicate: (copy: Unstructured) => unknown,
  ): Promise<Unstructured> {
    return eventually(
      `${name} on the control plane is as expected`,
      async () => {
        const found = await this.copy(name);
        return found && predicate(found) ? found : undefined;
      },
    );
  }

  /** The provider changes a copy. */
  patchCopy(
    name: string,
    patch: object,
    options: { subresource?: 'status' } = {},
  ): Promise<Unstructured> {
    return this.fixture.provider.mergePatch(
      this.providerResource,
      this.copyKey(name),
      patch,
      { fieldManager: 'the-provider', ...options },
    );
  }

  /** The provider reports a status. */
  setStatus(name: string, status: object): Promise<Unstructured> {
    return this.patchCopy(name, { status }, { subresource: 'status' });
  }

  /** A user of the control plane deletes a copy. */
  async deleteCopy(name: string): Promise<void> {
    await this.fixture.provider.delete(
      this.providerResource,
      this.copyKey(name),
    );
  }

  /** Waits for an Event about an object of the app cluster; returns its message. */
  async waitForEvent(name: string, reason: string): Promise<string> {
    return eventually(`an event ${reason} on ${name}`, async () => {
      const [first] = await this.events(name, reason);
      return first?.message;
    });
  }

  /** Number of Events with a reason about an object. */
  async eventCount(name: string, reason: string): Promise<number> {
    return (await this.events(name, reason)).length;
  }

  private async events(name: string, reason: string) {
    const { items } = await this.fixture.consumer.list(core.events, {
      // Namespace of Events about cluster-scoped objects.
      namespace: this.resource.namespaced ? this.namespace : 'default',
      fieldSelector: `involvedObject.name=${name},reason=${reason}`,
    });
    return items;
  }

  /** Writes of the konnector to the object of this name, as `verb [subresource]`; on the control plane to its copy. */
  writesTo(side: 'provider' | 'consumer', name: string): string[] {
    return this.fixture
      .writes(side)
      .filter(
        write =>
          write.name ===
            (side === 'consumer' ? name : this.copyKey(name).name) &&
          write.resource === this.resource.plural,
      )
      .map(({ verb, subresource }) =>
        subresource ? `${verb} ${subresource}` : verb,
      );
  }

  /** Waits until the konnector has processed all earlier events: an object created now has been synced. */
  async waitForQueueDrained(): Promise<void> {
    this.drains += 1;
    await this.create(`sentinel-${this.drains}`);
  }
  private drains = 0;

  /** Key of the object on the app cluster. */
  key(name: string): ObjectKey {
    const { namespace } = this;
    return this.resource.namespaced ? { namespace, name } : { name };
  }

  /** Key of its copy on the control plane. */
  copyKey(name: string): ObjectKey {
    return this.fixture.backend.copyKeyOf(this.resource, this.key(name));
  }
}
