/** A cluster for developers with a konnector, as the page requires one. */
import { join } from 'node:path';
import { startCluster } from '@klutch/local-clusters';
import { pickPort, startProcess } from '@klutch/local-processes';
import { execa } from 'execa';

const MANIFESTS = [
  'konnector.yaml',
  'restore-policy.yaml',
  'deletion-protection-policy.yaml',
];

/** Options of {@link AppCluster.start}. */
export interface AppClusterOptions {
  name: string;
  /** Folder of the cluster's data. */
  dir: string;
  /** Path of kubectl. */
  kubectl: string;
  /** Folder of this repository, which has the konnector. */
  repository: string;
}

export class AppCluster {
  private constructor(
    /** Path of the administrator's kubeconfig. */
    readonly kubeconfig: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(options: AppClusterOptions): Promise<AppCluster> {
    const { name, dir, kubectl, repository } = options;
    const cluster = await startCluster({ name, dir });
    const kubeconfig = cluster.kubeconfigPath;
    const files = MANIFESTS.flatMap(file => [
      '-f',
      join(repository, 'konnector/deploy', file),
    ]);
    await execa(kubectl, ['--kubeconfig', kubeconfig, 'apply', ...files]);
    // No pods run here, so the konnector runs beside the cluster.
    const health = `127.0.0.1:${await pickPort()}`;
    const konnector = await startProcess({
      name: 'konnector',
      command: process.execPath,
      args: [
        ...['--import', 'tsx', join(repository, 'konnector/src/main.ts')],
        ...['--kubeconfig', kubeconfig, '--health-address', health],
      ],
      cwd: repository,
      logFile: join(dir, 'konnector.log'),
      ready: async () => (await fetch(`http://${health}/readyz`)).ok,
    });
    return new AppCluster(kubeconfig, async () => {
      await konnector.stop();
      await cluster.stop();
    });
  }
}
