/** An API that tests bind and unbind, with two objects and their copies. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../../testing/__testUtils__/thingCrd';
import type { TwoClusterFixture } from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';

const objectNames = ['one', 'two'];

/** A bound API with the objects `one` and `two`, each of which has a copy. */
export class BoundApi {
  private constructor(
    private readonly fixture: TwoClusterFixture,
    /** The objects and their copies. */
    readonly view: UserView,
    /** Name of the binding and of the CRD. */
    readonly name: string,
  ) {}

  /** Offers and binds `<plural>.example.com`, and creates the objects; needs a running konnector. */
  static async create(
    fixture: TwoClusterFixture,
    plural: string,
  ): Promise<BoundApi> {
    const crd = testCrd(plural);
    const view = new UserView(fixture, resourceOfCrd(crd));
    await fixture.offerAndBind(crd);
    await Promise.all(objectNames.map(name => view.create(name)));
    return new BoundApi(fixture, view, `${plural}.example.com`);
  }

  /** Deletes the binding. */
  async unbind(): Promise<void> {
    await this.fixture.consumer.delete(this.fixture.bindingResource, this.key);
  }

  /** Waits until the binding is deleted. */
  async waitForDeleted(): Promise<void> {
    await eventually(
      `${this.name} is unbound`,
      async () => !(await this.binding()),
    );
  }

  /**
   * Waits until the binding is deleted, changing the binding repeatedly: each change triggers a reconcile, where a
   * retry would take ten seconds or a minute.
   */
  async waitForDeletedAfterChange(): Promise<void> {
    const { consumer, bindingResource } = this.fixture;
    await eventually(`${this.name} is unbound`, async () => {
      if (!(await this.binding())) return true;
      await consumer
        .mergePatch(bindingResource, this.key, {
          metadata: { annotations: { trigger: `${Date.now()}` } },
        })
        .catch(() => undefined);
      return false;
    });
  }

  /** Waits until the binding's condition Connected has this `status/reason`. */
  async waitForConnected(expected: string): Promise<void> {
    await eventually(`Connected is ${expected}`, async () => {
      const { Connected } = await this.fixture.conditions(this.name);
      return Connected === expected;
    });
  }

  /** Message of the binding's condition Connected. */
  async connectedMessage(): Promise<string | undefined> {
    return (await this.fixture.condition(this.name, 'Connected'))?.message;
  }

  /**
   * Violations: a copy that is deleted or being deleted, an object that is deleted or has a finalizer.
   * @param deleted - objects that the test itself deleted.
   */
  async violations(deleted: readonly string[] = []): Promise<string[]> {
    const found: string[] = [];
    for (const name of objectNames) {
      const copy = await this.view.copy(name);
      if (!copy) found.push(`the copy of ${name} is deleted`);
      if (copy?.metadata.deletionTimestamp) {
        found.push(`the copy of ${name} is being deleted`);
      }
      if (deleted.includes(name)) continue;
      const object = await this.view.object(name);
      if (!object) found.push(`${name} is deleted`);
      if (object?.metadata.finalizers) found.push(`${name} has a finalizer`);
    }
    const deletions = this.fixture
      .writes('provider')
      .filter(
        ({ verb, resource }) =>
          verb === 'delete' && resource === this.view.resource.plural,
      );
    return [...found, ...deletions.map(({ name }) => `DELETE ${name}`)];
  }

  private binding(): Promise<APIServiceBinding | undefined> {
    return this.fixture.consumer.get(this.fixture.bindingResource, this.key);
  }

  private get key() {
    return { namespace: this.fixture.bindingNamespace, name: this.name };
  }
}
