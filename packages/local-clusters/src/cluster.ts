/**
 * One local cluster: its folder, its programs and access to it.
 */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  lockFolder,
  type FolderLock,
  type ProcessFailedError,
} from '@klutch/local-processes';
import { resolveBinary } from './binaries/resolveBinary';
import {
  assertDiskSpace,
  clusterPaths,
  loadIdentity,
} from './clusterDirectory';
import type { ExtraArgs } from './clusterFlags';
import {
  startPrograms,
  type ClusterProgram,
  type ProgramsOptions,
} from './clusterPrograms';
import { stopOnAbort } from './abortSignals';
import { createTemporaryFolder } from './temporaryFolder';
import { createUserKubeconfig } from './userKubeconfig';

/** Options for starting a cluster. */
export interface ClusterOptions {
  /** Name of the cluster in its kubeconfigs and in messages. */
  name: string;
  /**
   * Folder for data, certificates and port, to be used again by the next start. Default: a temporary folder that
   * `stop()` removes.
   */
  dir?: string;
  /** Aborting stops the cluster in order, also during its start (then `startCluster` throws the signal's reason). */
  signal?: AbortSignal;
  /** Receives progress lines. */
  onProgress?: (text: string) => void;
  /** Flags added to those of the three programs. */
  extraArgs?: ExtraArgs;
  /**
   * Called once when one of the programs exits unexpectedly; the cluster is then unusable and must be stopped with
   * `stop()`.
   */
  onExit?: (error: ProcessFailedError) => void;
}

/** A running cluster. */
export interface LocalCluster {
  readonly name: string;
  /** `https://127.0.0.1:<port>` */
  readonly url: string;
  /** Folder of the cluster; logs are in `logs`. */
  readonly dir: string;
  /** Kubeconfig (YAML) of the cluster's admin (group `system:masters`). */
  readonly kubeconfig: string;
  /** A file with `kubeconfig`, readable by its owner only. */
  readonly kubeconfigPath: string;
  /** The CA of the cluster's certificates: PEM, base64, as in `certificate-authority-data`. */
  readonly caData: string;
  readonly pids: Readonly<Record<ClusterProgram, number>>;
  /** Resolves with the error when one of the programs exits unexpectedly; pending otherwise. Never rejects. */
  readonly failed: Promise<ProcessFailedError>;
  /** Creates a kubeconfig (YAML) for any user and groups, with a client certificate of this cluster. */
  user(name: string, groups?: string[]): Promise<string>;
  /**
   * Runs `stop` before this cluster stops, for programs that need the cluster during their shutdown. The function
   * added last runs first.
   */
  beforeStop(stop: () => Promise<void>): void;
  /** Stops the programs in order and removes a temporary folder. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts a cluster and waits until its API server is ready and its controllers work. Its processes end with this
 * process, however that ends; they do not keep this process alive.
 *
 * @throws Error with a readable message: a program can neither be found nor installed, the folder is in use, its port
 * is in use, the disk is full, a program failed (`ProcessFailedError`, with its last log lines). No process is left
 * running then.
 */
export const startCluster = (options: ClusterOptions): Promise<LocalCluster> =>
  startClusterWith(options);

/** {@link startCluster}, with replaceable dependencies for tests. */
export async function startClusterWith(
  options: ClusterOptions,
  overrides: Pick<ProgramsOptions, 'pickPort'> = {},
): Promise<LocalCluster> {
  const { name, signal, onProgress, extraArgs } = options;
  const commands = {
    etcd: await resolveBinary('etcd', options),
    'kube-apiserver': await resolveBinary('kube-apiserver', options),
    'kube-controller-manager': await resolveBinary(
      'kube-controller-manager',
      options,
    ),
  };
  const temporary = options.dir ? undefined : await createTemporaryFolder();
  const dir = temporary?.dir ?? resolve(options.dir ?? '');
  const paths = clusterPaths(dir);
  let lock: FolderLock | undefined;
  try {
    await mkdir(paths.logs, { recursive: true, mode: 0o700 });
    await assertDiskSpace(dir);
    lock = await lockFolder(dir, `Cluster ${name}`, signal);
    const identity = await loadIdentity(name, paths);
    const programs = await startPrograms({
      name,
      commands,
      paths,
      identity,
      onProgram: lock.addProgram,
      extraArgs,
      signal,
      onProgress,
      ...overrides,
    });
    void programs.failed.then(options.onExit);
    const beforeStop: (() => Promise<void>)[] = [];
    return {
      name,
      url: programs.url,
      dir,
      kubeconfig: programs.kubeconfig,
      kubeconfigPath: paths.kubeconfig,
      caData: Buffer.from(identity.authority.cert).toString('base64'),
      pids: programs.pids,
      failed: programs.failed,
      user: (user, groups = []) =>
        createUserKubeconfig({
          cluster: name,
          url: programs.url,
          authority: identity.authority,
          user,
          groups,
        }),
      beforeStop: hook => void beforeStop.unshift(hook),
      stop: stopOnAbort(signal, async () => {
        try {
          for (const hook of beforeStop) await hook();
        } finally {
          await programs.stop();
          await lock?.release();
          await temporary?.remove();
        }
      }),
    };
  } catch (error) {
    await lock?.release();
    await temporary?.removeAllExcept(paths.logs);
    throw error;
  }
}
