/** Secrets of an app team under a consumer-owned claim, and their copies, for tests. */
import type { Condition, PermissionClaim } from '@klutch/bind-api';
import {
  core,
  decodeSecretData,
  encodeSecretData,
  type ObjectMeta,
  type Secret,
} from '@klutch/kube';
import { eventually } from '../../../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
} from '../../../testing/__testUtils__/thingCrd';
import type { AuditedWrite } from '../../../testing/__testUtils__/auditLog';
import type { TwoClusterFixture } from '../../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../../testing/__testUtils__/userView';

const crd = testCrd('bindings', 'Binding');
const claims: PermissionClaim[] = [
  {
    resource: 'secrets',
    version: 'v1',
    selector: { owner: 'Consumer', labelSelectors: [{ share: 'yes' }] },
    read: { labels: [{ pattern: 'team*' }] },
    update: { fields: ["data['answer']"] },
  },
];

/** A value of a secret; `''` when missing. */
export const valueOf = (secret: Secret | undefined, key: string): string =>
  decodeSecretData(secret?.data)[key] ?? '';

/** The secrets labelled `share: yes` in a namespace, which a bound API claims. */
export class SharedSecrets {
  /** Name of the binding. */
  readonly binding = 'bindings.example.com';
  /** Namespace of the secrets. */
  readonly namespace: string;
  /** Namespace of their copies. */
  readonly serviceNamespace: string;
  private drains = 0;

  private constructor(
    private readonly fixture: TwoClusterFixture,
    /** The API with the claim, in the namespace of the secrets. */
    readonly view: UserView,
  ) {
    this.namespace = view.namespace;
    this.serviceNamespace = `${fixture.clusterNamespace}-${view.namespace}`;
  }

  /** Binds the API and waits until the service namespace exists; needs a running konnector. */
  static async bind(fixture: TwoClusterFixture): Promise<SharedSecrets> {
    const view = new UserView(fixture, resourceOfCrd(crd));
    await fixture.offerAndBind(crd, claims);
    await view.create('first');
    return new SharedSecrets(fixture, view);
  }

  async setClaimState(state: 'Accepted' | 'Rejected'): Promise<void> {
    await this.fixture.bind(
      crd,
      claims.map(claim => ({ ...claim, state })),
    );
  }

  /** Creates a secret that the claim selects. */
  create(
    name: string,
    values: Record<string, string> = { a: '1' },
    { labels, ...metadata }: ObjectMeta = {},
  ): Promise<Secret> {
    return this.fixture.consumer.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        ...this.key(name),
        ...metadata,
        labels: { share: 'yes', ...labels },
      },
      data: encodeSecretData(values),
    });
  }

  /** Creates a secret and waits for its copy, which is returned. */
  async share(
    ...created: Parameters<SharedSecrets['create']>
  ): Promise<Secret> {
    await this.create(...created);
    return this.waitForCopy(created[0], () => true);
  }

  original(name: string): Promise<Secret | undefined> {
    return this.fixture.consumer.get(core.secrets, this.key(name));
  }

  copy(name: string): Promise<Secret | undefined> {
    return this.fixture.provider.get(core.secrets, this.copyKey(name));
  }

  async patch(name: string, patch: object): Promise<void> {
    await this.fixture.consumer.mergePatch(core.secrets, this.key(name), patch);
  }

  async patchCopy(name: string, patch: object): Promise<void> {
    await this.fixture.provider.mergePatch(
      core.secrets,
      this.copyKey(name),
      patch,
    );
  }

  async delete(name: string): Promise<void> {
    await this.fixture.consumer.delete(core.secrets, this.key(name));
  }

  async deleteCopy(name: string): Promise<void> {
    await this.fixture.provider.delete(core.secrets, this.copyKey(name));
  }

  /** Waits until the copy satisfies the predicate. */
  waitForCopy(
    name: string,
    predicate: (copy: Secret) => unknown,
  ): Promise<Secret> {
    return eventually(
      `${name} on the control plane is as expected`,
      async () => {
        const found = await this.copy(name);
        return found && predicate(found) ? found : undefined;
      },
    );
  }

  async waitForCopyDeleted(name: string): Promise<void> {
    await eventually(
      `${name} is deleted from the control plane`,
      async () => (await this.copy(name)) === undefined,
    );
  }

  /** Waits until the konnector has processed all earlier events: a secret created now has its copy. */
  async waitForQueueDrained(): Promise<void> {
    this.drains += 1;
    await this.share(`sentinel-${this.drains}`);
  }

  /** Waits until the original has our mark. */
  async waitForMark(name: string): Promise<void> {
    await eventually(`${name} is marked`, async () => {
      const { metadata } = (await this.original(name)) ?? {};
      return (
        metadata?.annotations?.['klutch.anynines.com/resource-owner'] ===
        'Consumer'
      );
    });
  }

  /** Writes of the konnector to secrets of the control plane. */
  writes(): AuditedWrite[] {
    return this.fixture
      .writes('provider')
      .filter(({ resource }) => resource === 'secrets');
  }

  /** The deletions among them. */
  deletions(): AuditedWrite[] {
    return this.writes().filter(({ verb }) => verb === 'delete');
  }

  /** The binding's condition of this type. */
  condition(type: string): Promise<Condition | undefined> {
    return this.fixture.condition(this.binding, type);
  }

  /** Whether the copy is reported as an orphan. */
  async isOrphan(name: string): Promise<boolean> {
    const { message = '' } = (await this.condition('OrphanedCopies')) ?? {};
    return message.includes(`secrets ${this.namespace}/${name}`);
  }

  /** Waits until these copies are reported as orphans, which happens once they have lasted for ten seconds. */
  async waitForOrphans(...names: string[]): Promise<void> {
    await eventually(
      `${names.join(', ')} are reported as orphans`,
      async () => {
        const found = await Promise.all(names.map(name => this.isOrphan(name)));
        return found.every(Boolean);
      },
      40_000,
    );
  }

  private key(name: string) {
    return { namespace: this.namespace, name };
  }

  private copyKey(name: string) {
    return { namespace: this.serviceNamespace, name };
  }
}
