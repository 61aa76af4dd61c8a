/** An app cluster alone, for tests of the program. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, loadKubeConfig } from '@klutch/kube';
import { borrowCluster } from '@klutch/local-clusters';
import { konnectorIdentity, konnectorRoles } from '@klutch/bind-api';
import { applyAll } from './clusterSetup';

/** A running app cluster. */
export interface Consumer {
  /** File with the konnector's kubeconfig. */
  konnectorKubeconfig: string;
  /** Gives the konnector its rights. */
  grant(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an app cluster on which the konnector has no rights yet. */
export async function startConsumer(): Promise<Consumer> {
  const cluster = await borrowCluster({ name: 'consumer' });
  const admin = createClient(loadKubeConfig(cluster.kubeconfig));
  const { namespace, serviceAccount } = konnectorIdentity;
  const konnectorKubeconfig = join(cluster.dir, 'konnector.kubeconfig');
  await writeFile(
    konnectorKubeconfig,
    await cluster.user(`system:serviceaccount:${namespace}:${serviceAccount}`),
    { mode: 0o600 },
  );
  return {
    konnectorKubeconfig,
    grant: () => applyAll(admin, konnectorRoles()),
    stop: async () => {
      await admin.close();
      await cluster.stop();
    },
  };
}
