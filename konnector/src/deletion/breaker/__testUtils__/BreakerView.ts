/** An API of its own, so that the deletions and pauses of a test are not counted with those of other tests. */
import type { Condition } from '@klutch/bind-api';
import { annotations } from '../../../markers';
import { eventually } from '../../../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
} from '../../../testing/__testUtils__/thingCrd';
import type { TwoClusterFixture } from '../../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../../testing/__testUtils__/userView';

/** A bound API: its objects, its copies, and the deletion breaker of its binding. */
export class BreakerView extends UserView {
  /** Offers and binds `<plural>.example.com`; needs a running konnector. */
  static async offerAndBind(
    fixture: TwoClusterFixture,
    plural: string,
  ): Promise<BreakerView> {
    const crd = testCrd(plural);
    await fixture.offerAndBind(crd);
    return new BreakerView(fixture, resourceOfCrd(crd));
  }

  /** The same API in another namespace. */
  of(namespace: string): BreakerView {
    return new BreakerView(this.fixture, this.resource, namespace);
  }

  /** Key of the binding. */
  get binding() {
    const { group, plural } = this.resource;
    return {
      namespace: this.fixture.bindingNamespace,
      name: `${plural}.${group}`,
    };
  }

  /** Creates so many objects and their copies; returns the names. */
  async createMany(count: number, prefix = 'many'): Promise<string[]> {
    const names = Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
    await Promise.all(names.map(name => this.create(name)));
    return names;
  }

  /** Creates so many objects and their copies, and deletes the objects at once; returns the names. */
  async createAndDeleteMany(count: number, prefix?: string): Promise<string[]> {
    const names = await this.createMany(count, prefix);
    await Promise.all(names.map(name => this.delete(name)));
    return names;
  }

  /** An operator approves deletions. */
  async approve(deletions: number | string): Promise<void> {
    await this.fixture.consumer.mergePatch(
      this.fixture.bindingResource,
      this.binding,
      {
        metadata: {
          annotations: { [annotations.approveDeletions]: `${deletions}` },
        },
      },
    );
  }

  async bindingAnnotations(): Promise<Record<string, string>> {
    const found = await this.fixture.consumer.get(
      this.fixture.bindingResource,
      this.binding,
    );
    return found?.metadata.annotations ?? {};
  }

  /** The condition Syncing of the binding. */
  syncing(): Promise<Condition | undefined> {
    return this.fixture.condition(this.binding.name, 'Syncing');
  }

  /** Names of the objects that are being deleted. */
  async namesOfDeleting(): Promise<string[]> {
    const { items } = await this.fixture.consumer.list(this.resource, {
      namespace: this.namespace,
    });
    return items
      .filter(({ metadata }) => metadata.deletionTimestamp)
      .map(({ metadata }) => metadata.name ?? '');
  }

  /** Number of the objects that are being deleted. */
  async deleting(): Promise<number> {
    return (await this.namesOfDeleting()).length;
  }

  /** Names of the copies that are not being deleted. */
  async copyNames(): Promise<string[]> {
    const { namespace } = this.copyKey('any');
    const { items } = await this.fixture.provider.list(this.resource, {
      namespace,
    });
    return items
      .filter(({ metadata }) => !metadata.deletionTimestamp)
      .map(({ metadata }) => metadata.name ?? '');
  }

  /** Some deletions may pass before the breaker trips; returns how many wait once all are counted. */
  waitForPause(atLeast: number): Promise<number> {
    return eventually(`${atLeast} deletions wait`, async () => {
      const { reason, message = '' } = (await this.syncing()) ?? {};
      const count = Number(/(\d+) wait[:.]/.exec(message)?.[1]);
      return (
        reason === 'DeletionsPaused' &&
        count >= atLeast &&
        count === (await this.deleting()) &&
        count
      );
    });
  }

  async waitForDeletionsResumed(): Promise<void> {
    await eventually(
      'deletions continue',
      async () => (await this.syncing())?.status === 'True',
    );
  }

  async waitForAllDeleted(): Promise<void> {
    await eventually(
      'all objects are deleted',
      async () => (await this.deleting()) === 0,
    );
  }
}
