/** Crashes where an object does not come from its user alone, at a rotation, and at both ends of a namespace. */
import { bindResources } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { annotations } from '../../../markers';
import { eventually } from '../../__testUtils__/clusterSetup';
import { userObject } from '../../__testUtils__/thingCrd';
import { UserView } from '../../__testUtils__/userView';
import { ClaimedSecrets } from './ClaimedSecrets';
import type { CrashFixture } from './CrashFixture';
import { isSynced } from './objectScenarios';
import type { Scenario } from './Scenario';

const { bound } = annotations;

/** Somebody makes one directly on the control plane. */
const createOnProvider = (
  { clusters, frails }: CrashFixture,
  name: string,
  marks: Record<string, string> = {},
) =>
  clusters.provider.create(frails.providerResource, {
    ...userObject(frails.resource, name),
    metadata: { ...frails.copyKey(name), annotations: marks },
  });

const createNamespace = ({ clusters }: CrashFixture, name: string) =>
  clusters.consumer.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  });

/** The only object of a namespace. */
const only = 'only';
const within = ({ clusters, frails }: CrashFixture, namespace: string) =>
  new UserView(clusters, frails.resource, namespace);
const secretsWithin = (on: CrashFixture, namespace: string) =>
  new ClaimedSecrets(within(on, namespace));

const serviceNamespace = (
  { clusters: { provider, clusterNamespace: namespace } }: CrashFixture,
  name: string,
) => provider.get(bindResources.serviceNamespaces, { namespace, name });

/** The kubeconfig that the control plane wants to be used, and the one that is. */
async function kubeconfigs({ clusters }: CrashFixture) {
  const { clusterNamespace: namespace } = clusters;
  const [wanted, present] = await Promise.all([
    clusters.provider.get(core.secrets, { namespace, name: 'kubeconfig' }),
    clusters.consumer.get(core.secrets, clusters.kubeconfigSecret),
  ]);
  return [wanted, present].map(secret => secret?.data?.kubeconfig);
}

/** By where it comes from, or what ends. */
export const lifecycleScenarios: Record<string, Scenario> = {
  adoption: {
    writes: ['create frails', 'patch frails'],
    act: createOnProvider,
    done: (on, name) => isSynced(on, name, 'small'),
  },
  'swap from the reference': {
    writes: ['patch frails'],
    prepare: (on, name) => createOnProvider(on, name, { [bound]: 'true' }),
    act: ({ clusters, frails: { resource } }, name) => {
      const object = userObject(resource, name);
      const finalizers = ['klutch.anynines.com/syncer'];
      return clusters.consumer.create(resource, {
        ...object,
        metadata: { ...object.metadata, finalizers },
      });
    },
    done: (on, name) => isSynced(on, name, 'small'),
  },
  'first secret of a namespace': {
    writes: ['patch apiservicenamespaces', 'create secrets', 'patch secrets'],
    prepare: async (on, name) => {
      await createNamespace(on, name);
      await within(on, name).create(only);
    },
    act: (on, name) => secretsWithin(on, name).share(only),
    done: async (on, name) => {
      const found = await serviceNamespace(on, name);
      const noted = found?.metadata.annotations?.[annotations.syncedTypes];
      return (
        noted?.includes('secrets') &&
        secretsWithin(on, name).isOwnedBy('Consumer', only)
      );
    },
  },
  'rotation of the kubeconfig': {
    writes: ['patch secrets'],
    act: async ({ clusters }) =>
      clusters.backend.setKubeconfig(await clusters.tenantKubeconfig()),
    done: async on => {
      const [wanted, present] = await kubeconfigs(on);
      return wanted !== undefined && present === wanted;
    },
  },
  'end of a namespace': {
    writes: ['delete apiservicenamespaces'],
    prepare: async (on, name) => {
      await createNamespace(on, name);
      const view = within(on, name);
      await view.create(only);
      on.deleted.add(only).add(name);
      await view.delete(only);
      await view.waitForObjectDeleted(only);
      await eventually(
        'its copy is gone',
        async () => !(await view.copy(only)),
      );
    },
    act: ({ clusters }, name) => clusters.consumer.delete(core.namespaces, { name }),
    done: async (on, name) => !(await serviceNamespace(on, name)),
  },
  'approval of a deletion': {
    writes: ['patch apiservicebindings', 'delete frails', 'patch frails'],
    prepare: async (on, name) => {
      await on.frails.create(name);
      await on.approveEach(true);
      on.deleted.add(name);
      await on.frails.delete(name);
      await eventually('it waits', async () => {
        const { Syncing } = await on.conditions();
        return Syncing === 'False/DeletionsPaused';
      });
    },
    // A crash may use one up.
    act: on => on.approve(2),
    done: async (on, name) =>
      !(await on.frails.object(name)) &&
      !(await on.frails.copy(name)) &&
      !(await on.isApprovalPending()),
    restore: on => on.approveEach(false),
  },
};
