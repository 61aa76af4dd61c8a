/** Crashes while claimed secrets are synced and change hands. */
import type { ClaimOwner } from '@klutch/bind-api';
import { eventually } from '../../__testUtils__/clusterSetup';
import { secretLabels } from './ClaimedSecrets';
import type { CrashFixture } from './CrashFixture';
import type { Scenario } from './Scenario';

type Make = (fixture: CrashFixture, name: string) => Promise<unknown>;

const changed = { data: { a: 'Mg==' } };

const createProviderSecret: Make = async ({ secrets }, name) => {
  await secrets.create('Provider', name);
  await eventually('the secret came', () => secrets.get('Consumer', name));
};
const shareConsumerSecret: Make = async ({ secrets }, name) => {
  await secrets.share(name);
  await eventually('the secret went up', () =>
    secrets.isOwnedBy('Consumer', name),
  );
};
const transferOwnership =
  (to: ClaimOwner): Make =>
  async ({ secrets }, name) => {
    await secrets.createForTransfer(to, name);
    await eventually('the secret changed hands', () =>
      secrets.isOwnedBy(to, name),
    );
  };

/** Made by one side, it becomes the other's. */
const ownershipTransfer = (to: ClaimOwner): Scenario => ({
  writes: ['create secrets', 'patch secrets'],
  act: ({ secrets }, name) => secrets.createForTransfer(to, name),
  done: ({ secrets }, name) => secrets.isOwnedBy(to, name),
});

/** Before they were deleted on the app cluster, or made anew. */
const uids = new Map<string, string | undefined>();

/** Its copy is deleted and made anew, as it may not be changed. */
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

/** The provider deletes what is its own. */
const providerDeletion = (make: Make): Scenario => ({
  writes: ['delete secrets'],
  prepare: make,
  act: ({ secrets }, name) => secrets.delete('Provider', name),
  done: async ({ secrets }, name) =>
    !(await secrets.get('Consumer', name)) &&
    !(await secrets.get('Provider', name)),
});

/** The app team deletes what is its own. */
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

/** By what happens to the secret. */
export const secretScenarios: Record<string, Scenario> = {
  'secret that comes': {
    writes: ['patch secrets', 'create secrets'],
    act: ({ secrets }, name) => secrets.create('Provider', name),
    done: ({ secrets }, name) => secrets.get('Consumer', name),
  },
  'secret that changes': {
    writes: ['patch secrets'],
    prepare: createProviderSecret,
    act: ({ secrets }, name) => secrets.patch('Provider', name, changed),
    done: async ({ secrets }, name) =>
      (await secrets.get('Consumer', name))?.data?.a === changed.data.a,
  },
  'secret that goes': providerDeletion(createProviderSecret),
  'shared secret that comes': {
    writes: ['create secrets', 'patch secrets'],
    act: ({ secrets }, name) => secrets.share(name),
    done: ({ secrets }, name) => secrets.isOwnedBy('Consumer', name),
  },
  'shared secret that changes': {
    writes: ['patch secrets'],
    prepare: shareConsumerSecret,
    act: ({ secrets }, name) => secrets.patch('Consumer', name, changed),
    done: ({ secrets }, name) =>
      secrets.isOwnedBy('Consumer', name, changed.data.a),
  },
  'shared secret that goes': consumerDeletion(shareConsumerSecret),
  'secret whose copy is made anew': copyRecreation('Provider'),
  'shared secret whose copy is made anew': copyRecreation('Consumer'),
  'adopted secret that comes': ownershipTransfer('Provider'),
  'shared secret that is adopted': {
    writes: ['patch secrets'],
    prepare: shareConsumerSecret,
    act: ({ secrets }, name) =>
      secrets.patch('Consumer', name, {
        metadata: { labels: secretLabels.adopted },
      }),
    done: ({ secrets }, name) => secrets.isOwnedBy('Provider', name),
  },
  'adopted secret that goes here': {
    writes: ['create secrets'],
    prepare: transferOwnership('Provider'),
    // It is the provider's and comes back.
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
  'adopted secret that goes': providerDeletion(transferOwnership('Provider')),
  'donated secret that comes': ownershipTransfer('Consumer'),
  'donated secret that goes': consumerDeletion(transferOwnership('Consumer')),
};
