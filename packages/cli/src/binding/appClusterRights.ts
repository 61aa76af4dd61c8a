/** Checks the app cluster before anybody signs in. */
import { clusterId, names } from '@klutch/bind-api';
import { core, type KubeClient, type ResourceAttributes } from '@klutch/kube';
import { ensureAppClusterNamespace } from '@klutch/binding-backend';

const { appClusterNamespace: namespace } = names;

/** What binding does on the app cluster. */
export const bindActions: readonly ResourceAttributes[] = [
  { verb: 'list', group: '', resource: 'secrets', namespace },
  { verb: 'create', group: '', resource: 'secrets', namespace },
  {
    verb: 'create',
    group: names.group,
    resource: 'apiservicebindings',
    namespace,
  },
  {
    verb: 'patch',
    group: 'rbac.authorization.k8s.io',
    resource: 'clusterroles',
  },
];

/**
 * Checks that the user may write what a binding needs.
 *
 * @throws Error that names the missing rights
 */
export async function requireBindRights(client: KubeClient): Promise<void> {
  const answers = await Promise.all(
    bindActions.map(async right => ({ right, may: await client.canI(right) })),
  );
  const missing = answers.filter(({ may }) => !may);
  if (missing.length === 0) return;
  const list = missing.map(({ right }) => `${right.verb} ${right.resource}`);
  throw new Error(
    `You may not ${list.join(', ')} on the app cluster, so it cannot be bound. Select another user with --context, or ask an administrator of the cluster.`,
  );
}

/** Id of the app cluster at providers, from the UID of its namespace `klutch-bind`, which is created when it is missing. */
export async function ensureClusterId(client: KubeClient): Promise<string> {
  await ensureAppClusterNamespace(client);
  const found = await client.get(core.namespaces, { name: namespace });
  if (found?.metadata.uid) return clusterId(found.metadata.uid);
  throw new Error(
    `The namespace ${namespace} was deleted at the same time. Run the command again.`,
  );
}
