/** Crashes during adoption, take-over, rotation of the kubeconfig, and creation and deletion of a namespace. */
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

/** Creates an object directly on the control plane. */
const createOnProvider = (
  { clusters, frails }: CrashFixture,
  name: string,
  ownAnnotations: Record<string, string> = {},
) =>
  clusters.provider.create(frails.providerResource, {
    ...userObject(frails.resource, name),
    metadata: { ...frails.copyKey(name), annotations: ownAnnotations },
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
const secretsWithin = (fixture: CrashFixture, namespace: string) =>
  new ClaimedSecrets(within(fixture, namespace));

const serviceNamespace = (
  { clusters: { provider, clusterNamespace: namespace } }: CrashFixture,
  name: string,
) => provider.get(bindResources.serviceNamespaces, { namespace, name });

/** The kubeconfig announced by the control plane, and the one in use. */
async function kubeconfigs({ clusters }: CrashFixture) {
  const { clusterNamespace: namespace } = clusters;
  const [announced, present] = await Promise.all([
    clusters.provider.get(core.secrets, { namespace, name: 'kubeconfig' }),
    clusters.consumer.get(core.secrets, clusters.kubeconfigSecret),
  ]);
  return [announced, present].map(secret => secret?.data?.kubeconfig);
}

/** By operation. */
export const lifecycleScenarios: Record<string, Scenario> = {
  adoption: {
    writes: ['create frails', 'patch frails'],
    act: createOnProvider,
    done: (fixture, name) => isSynced(fixture, name, 'small'),
  },
  'take-over from the reference': {
    writes: ['patch frails'],
    prepare: (fixture, name) =>
      createOnProvider(fixture, name, { [bound]: 'true' }),
    act: ({ clusters, frails: { resource } }, name) => {
      const object = userObject(resource, name);
      const finalizers = ['klutch.anynines.com/syncer'];
      return clusters.consumer.create(resource, {
        ...object,
        metadata: { ...object.metadata, finalizers },
      });
    },
    done: (fixture, name) => isSynced(fixture, name, 'small'),
  },
  'first secret of a namespace': {
    writes: ['patch apiservicenamespaces', 'create secrets', 'patch secrets'],
    prepare: async (fixture, name) => {
      await createNamespace(fixture, name);
      await within(fixture, name).create(only);
    },
    act: (fixture, name) => secretsWithin(fixture, name).share(only),
    done: async (fixture, name) => {
      const found = await serviceNamespace(fixture, name);
      const noted = found?.metadata.annotations?.[annotations.syncedTypes];
      return (
        noted?.includes('secrets') &&
        secretsWithin(fixture, name).isOwnedBy('Consumer', only)
      );
    },
  },
  'rotation of the kubeconfig': {
    writes: ['patch secrets'],
    act: async ({ clusters }) =>
      clusters.backend.setKubeconfig(await clusters.tenantKubeconfig()),
    done: async fixture => {
      const [announced, present] = await kubeconfigs(fixture);
      return announced !== undefined && present === announced;
    },
  },
  'deletion of a namespace': {
    writes: ['delete apiservicenamespaces'],
    prepare: async (fixture, name) => {
      await createNamespace(fixture, name);
      const view = within(fixture, name);
      await view.create(only);
      fixture.deleted.add(only).add(name);
      await view.delete(only);
      await view.waitForObjectDeleted(only);
      await eventually(
        'the copy is deleted',
        async () => !(await view.copy(only)),
      );
    },
    act: ({ clusters }, name) =>
      clusters.consumer.delete(core.namespaces, { name }),
    done: async (fixture, name) => !(await serviceNamespace(fixture, name)),
  },
  'approval of a deletion': {
    writes: ['patch apiservicebindings', 'delete frails', 'patch frails'],
    prepare: async (fixture, name) => {
      await fixture.frails.create(name);
      await fixture.approveEach(true);
      fixture.deleted.add(name);
      await fixture.frails.delete(name);
      await eventually('the deletion waits', async () => {
        const { Syncing } = await fixture.conditions();
        return Syncing === 'False/DeletionsPaused';
      });
    },
    // A crash may use up one approval.
    act: fixture => fixture.approve(2),
    done: async (fixture, name) =>
      !(await fixture.frails.object(name)) &&
      !(await fixture.frails.copy(name)) &&
      !(await fixture.isApprovalPending()),
    restore: fixture => fixture.approveEach(false),
  },
};
