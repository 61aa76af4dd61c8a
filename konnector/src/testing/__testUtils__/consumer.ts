/** An app cluster alone, for tests of the program. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { core, createClient, loadKubeConfig } from '@klutch/kube';
import { borrowCluster } from '@klutch/local-clusters';
import { konnectorIdentity, konnectorRoles } from '@klutch/bind-api';
import { applyAll, eventually } from './clusterSetup';

/** A running app cluster. */
export interface Consumer {
  /** File with the konnector's kubeconfig. */
  konnectorKubeconfig: string;
  /** Gives the konnector its rights. */
  grant(): Promise<void>;
  /** Takes the konnector's rights, and waits until it has none. */
  revoke(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an app cluster on which the konnector has no rights yet. */
export async function startConsumer(): Promise<Consumer> {
  const cluster = await borrowCluster({ name: 'consumer' });
  const admin = createClient(loadKubeConfig(cluster.kubeconfig));
  const { namespace, serviceAccount, role } = konnectorIdentity;
  const konnectorKubeconfig = join(cluster.dir, 'konnector.kubeconfig');
  const kubeconfig = await cluster.user(
    `system:serviceaccount:${namespace}:${serviceAccount}`,
  );
  await writeFile(konnectorKubeconfig, kubeconfig, { mode: 0o600 });
  const konnector = createClient(loadKubeConfig(kubeconfig));
  const { group, plural } = core.customResourceDefinitions;
  return {
    konnectorKubeconfig,
    grant: () => applyAll(admin, konnectorRoles()),
    revoke: async () => {
      await admin.delete(core.clusterRoleBindings, { name: role });
      const question = { verb: 'list', group, resource: plural };
      await eventually(
        'the konnector has no rights',
        async () => !(await konnector.canI(question)),
      );
    },
    stop: async () => {
      await konnector.close();
      await admin.close();
      await cluster.stop();
    },
  };
}
