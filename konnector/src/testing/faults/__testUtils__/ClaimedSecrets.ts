/** Secrets on both clusters, under claims of every owner; for tests that transfer their ownership. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import { core, type ObjectKey, type Secret } from '@klutch/kube';
import { annotations } from '../../../markers';
import type { UserView } from '../../__testUtils__/userView';

const secrets = { resource: 'secrets', version: 'v1' };

/** Types of Secrets that change owner, or are recreated; immutable, unlike metadata. */
const types = {
  given: 'example.com/given',
  taken: 'example.com/taken',
  remade: 'example.com/remade',
};

const ofType = (type: string, owner?: ClaimOwner) => ({
  ...secrets,
  selector: { owner, fieldSelectors: [`type=${type}`] },
});

/** Labels that put a Secret of the app cluster under a claim. */
export const secretLabels = {
  shared: { share: 'yes' },
  adopted: { adopt: 'yes' },
};

/**
 * Claims on the provider's Secrets, on the app team's shared or adopted ones,
 * and by type on those that change owner or whose copies are recreated.
 */
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

/** Initial value of the Secrets. */
const firstValue = 'MQ==';

/** The Secrets of one namespace and its service namespace, by the owner of their cluster. */
export class ClaimedSecrets {
  constructor(private readonly view: UserView) {}

  get(side: ClaimOwner, name: string): Promise<Secret | undefined> {
    return this.client(side).get(core.secrets, this.key(side, name));
  }

  /** Creates a Secret on one side. */
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

  /** Creates a Secret of the type that is transferred to the other side. */
  createForTransfer(newOwner: ClaimOwner, name: string): Promise<Secret> {
    return newOwner === 'Provider'
      ? this.create('Consumer', name, { type: types.given })
      : this.create('Provider', name, { type: types.taken });
  }

  /** Creates a Secret of the type whose copies are recreated when it changes. */
  createRecreated(owner: ClaimOwner, name: string): Promise<Secret> {
    return this.create(owner, name, { type: types.remade });
  }

  /** The app team creates a Secret that is shared with the provider. */
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

  /** Whether both sides have the Secret, with equal content and this owner. */
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
