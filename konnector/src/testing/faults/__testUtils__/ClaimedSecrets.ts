/** Secrets on both clusters, under claims of every owner; for tests in which they change hands. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import { core, type ObjectKey, type Secret } from '@klutch/kube';
import { annotations } from '../../../markers';
import type { UserView } from '../../__testUtils__/userView';

const secrets = { resource: 'secrets', version: 'v1' };

/** Types of secrets that change hands, or are made anew; they stay the same when metadata does not. */
const types = {
  given: 'example.com/given',
  taken: 'example.com/taken',
  remade: 'example.com/remade',
};

const ofType = (type: string, owner?: ClaimOwner) => ({
  ...secrets,
  selector: { owner, fieldSelectors: [`type=${type}`] },
});

/** Labels that put a secret of the app cluster under a claim. */
export const secretLabels = {
  shared: { share: 'yes' },
  adopted: { adopt: 'yes' },
};

/** The provider's, the app team's that are shared or adopted, and those that change hands, or whose copies are made anew, by their type. */
export const secretClaims: PermissionClaim[] = [
  { ...secrets, selector: { owner: 'Provider' } },
  {
    ...secrets,
    selector: { owner: 'Consumer', labelSelectors: [secretLabels.shared] },
  },
  {
    ...secrets,
    selector: { owner: 'Consumer', labelSelectors: [secretLabels.adopted] },
    autoAdopt: true,
  },
  { ...ofType(types.given, 'Consumer'), autoAdopt: true },
  { ...ofType(types.taken, 'Provider'), autoDonate: true },
  { ...ofType(types.remade), update: { alwaysRecreate: true } },
];

/** What secrets say at first. */
const firstValue = 'MQ==';

/** The secrets of one namespace and its service namespace, by the names of those who own their clusters. */
export class ClaimedSecrets {
  constructor(private readonly view: UserView) {}

  get(side: ClaimOwner, name: string): Promise<Secret | undefined> {
    return this.client(side).get(core.secrets, this.key(side, name));
  }

  /** Somebody makes one. */
  create(
    side: ClaimOwner,
    name: string,
    { labels, type }: { labels?: Record<string, string>; type?: string } = {},
  ): Promise<Secret> {
    return this.client(side).create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { ...this.key(side, name), labels },
      type,
      data: { a: firstValue },
    });
  }

  /** Somebody makes one of the type that becomes the other side's. */
  createForTransfer(newOwner: ClaimOwner, name: string): Promise<Secret> {
    return newOwner === 'Provider'
      ? this.create('Consumer', name, { type: types.given })
      : this.create('Provider', name, { type: types.taken });
  }

  /** Somebody makes one of the type whose copies are made anew when it changes. */
  createRecreated(owner: ClaimOwner, name: string): Promise<Secret> {
    return this.create(owner, name, { type: types.remade });
  }

  /** The app team makes one that is shared with the provider. */
  share(name: string): Promise<Secret> {
    return this.create('Consumer', name, { labels: secretLabels.shared });
  }

  patch(side: ClaimOwner, name: string, patch: object): Promise<Secret> {
    return this.client(side).mergePatch(
      core.secrets,
      this.key(side, name),
      patch,
    );
  }

  async delete(side: ClaimOwner, name: string): Promise<void> {
    await this.client(side).delete(core.secrets, this.key(side, name));
  }

  /** Both sides have it, and agree on what it says and whose it is. */
  async isOwnedBy(
    owner: ClaimOwner,
    name: string,
    value: string = firstValue,
  ): Promise<boolean> {
    const found = await Promise.all([
      this.get('Consumer', name),
      this.get('Provider', name),
    ]);
    return found.every(
      secret =>
        secret?.data?.a === value &&
        secret.metadata.annotations?.[annotations.resourceOwner] === owner,
    );
  }

  private client(side: ClaimOwner) {
    const { consumer, provider } = this.view.fixture;
    return side === 'Consumer' ? consumer : provider;
  }

  private key(side: ClaimOwner, name: string): ObjectKey {
    const { namespace } =
      side === 'Consumer' ? this.view.key(name) : this.view.copyKey(name);
    return { namespace, name };
  }
}
