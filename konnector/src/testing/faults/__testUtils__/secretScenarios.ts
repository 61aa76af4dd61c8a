/** Crashes while claimed Secrets are synced and change owner. */
import type { ClaimOwner } from '@klutch/bind-api';
import { eventually } from '../../__testUtils__/clusterSetup';
import { secretLabels } from './ClaimedSecrets';
import type { CrashFixture } from './CrashFixture';
import type { Scenario } from './Scenario';

type Make = (fixture: CrashFixture, name: string) => Promise<unknown>;

const changed = { data: { a: 'Mg==' } };

const createProviderSecret: Make = async ({ secrets }, name) => {
  await secrets.create('Provider', name);
  await eventually('the secret is on the app cluster', () =>
    secrets.get('Consumer', name),
  );
};
const shareConsumerSecret: Make = async ({ secrets }, name) => {
  await secrets.share(name);
  await eventually('the secret is on the control plane', () =>
    secrets.isOwnedBy('Consumer', name),
  );
};
const transferOwnership =
  (to: ClaimOwner): Make =>
  async ({ secrets }, name) => {
    await secrets.createForTransfer(to, name);
    await eventually('the secret changed its owner', () =>
      secrets.isOwnedBy(to, name),
    );
  };

/** Created by one side, it becomes the other's. */
const ownershipTransfer = (to: ClaimOwner): Scenario => ({
  writes: ['create secrets', 'patch secrets'],
  act: ({ secrets }, name) => secrets.createForTransfer(to, name),
  done: ({ secrets }, name) => secrets.isOwnedBy(to, name),
});

/** UIDs before the Secrets were deleted on the app cluster, or recreated. */
const uids = new Map<string, string | undefined>();

/** The copy is deleted and recreated, as its type is immutable. */
const copyRecreation = (owner: ClaimOwner): Scenario => {
  const side = owner === 'Provider' ? 'Consumer' : 'Provider';
  const copyOf = ({ secrets }: CrashFixture, name: string) =>
    secrets.get(side, name);
  return {
    writes: ['create secrets', 'delete secrets'],
    prepare: async ({ secrets }, name) => {
      await secrets.createRecreated(owner, name);
      await eventually('the secret has a copy', () =>
        secrets.isOwnedBy(owner, name),
      );
    },
    act: async (fixture, name) => {
      uids.set(name, (await copyOf(fixture, name))?.metadata.uid);
      if (side === 'Provider') fixture.deleted.add(name);
      await fixture.secrets.patch(owner, name, changed);
    },
    done: async (fixture, name) =>
      (await copyOf(fixture, name))?.metadata.uid !== uids.get(name) &&
      fixture.secrets.isOwnedBy(owner, name, changed.data.a),
  };
};

/** The provider deletes its own Secret. */
const providerDeletion = (make: Make): Scenario => ({
  writes: ['delete secrets'],
  prepare: make,
  act: ({ secrets }, name) => secrets.delete('Provider', name),
  done: async ({ secrets }, name) =>
    !(await secrets.get('Consumer', name)) &&
    !(await secrets.get('Provider', name)),
});

/** The app team deletes its own Secret. */
const consumerDeletion = (make: Make): Scenario => ({
  writes: ['patch apiservicebindings', 'delete secrets'],
  prepare: async (fixture, name) => {
    await make(fixture, name);
    await fixture.restartKonnector();
  },
  act: ({ secrets, deleted }, name) => {
    deleted.add(name);
    return secrets.delete('Consumer', name);
  },
  // A konnector that did not see the deletion keeps the copy.
  done: async ({ secrets }, name, crashed) =>
    !(await secrets.get('Consumer', name)) &&
    (crashed || !(await secrets.get('Provider', name))),
});

/** By operation on the Secret. */
export const secretScenarios: Record<string, Scenario> = {
  'create a secret': {
    writes: ['patch secrets', 'create secrets'],
    act: ({ secrets }, name) => secrets.create('Provider', name),
    done: ({ secrets }, name) => secrets.get('Consumer', name),
  },
  'change a secret': {
    writes: ['patch secrets'],
    prepare: createProviderSecret,
    act: ({ secrets }, name) => secrets.patch('Provider', name, changed),
    done: async ({ secrets }, name) =>
      (await secrets.get('Consumer', name))?.data?.a === changed.data.a,
  },
  'delete a secret': providerDeletion(createProviderSecret),
  'create a shared secret': {
    writes: ['create secrets', 'patch secrets'],
    act: ({ secrets }, name) => secrets.share(name),
    done: ({ secrets }, name) => secrets.isOwnedBy('Consumer', name),
  },
  'change a shared secret': {
    writes: ['patch secrets'],
    prepare: shareConsumerSecret,
    act: ({ secrets }, name) => secrets.patch('Consumer', name, changed),
    done: ({ secrets }, name) =>
      secrets.isOwnedBy('Consumer', name, changed.data.a),
  },
  'delete a shared secret': consumerDeletion(shareConsumerSecret),
  'recreate the copy of a secret': copyRecreation('Provider'),
  'recreate the copy of a shared secret': copyRecreation('Consumer'),
  'create an adopted secret': ownershipTransfer('Provider'),
  'adopt a shared secret': {
    writes: ['patch secrets'],
    prepare: shareConsumerSecret,
    act: ({ secrets }, name) =>
      secrets.patch('Consumer', name, {
        metadata: { labels: secretLabels.adopted },
      }),
    done: ({ secrets }, name) => secrets.isOwnedBy('Provider', name),
  },
  'delete the copy of an adopted secret': {
    writes: ['create secrets'],
    prepare: transferOwnership('Provider'),
    // The Secret belongs to the provider and is restored.
    act: async ({ secrets }, name) => {
      const before = await secrets.get('Consumer', name);
      uids.set(name, before?.metadata.uid);
      await secrets.delete('Consumer', name);
    },
    done: async ({ secrets }, name) => {
      const now = await secrets.get('Consumer', name);
      return (
        now?.metadata.uid !== uids.get(name) &&
        secrets.isOwnedBy('Provider', name)
      );
    },
  },
  'delete an adopted secret': providerDeletion(transferOwnership('Provider')),
  'create a donated secret': ownershipTransfer('Consumer'),
  'delete a donated secret': consumerDeletion(transferOwnership('Consumer')),
};
