/**
 * One local cluster: its folder, its programs and access to it.
 */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
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
import { acquireOwnership, type Ownership } from './ownerLock';
import type { ProcessFailedError } from './processExit';
import { stopOnAbort } from './abortSignals';
import { createTemporaryFolder } from './temporaryFolder';
import { createUserKubeconfig } from './userKubeconfig';

/** How to start a cluster. */
export interface ClusterOptions {
  /** Names the cluster in its kubeconfigs and in messages. */
  name: string;
  /** Keeps data, certificates and port here for the next start. Default: a temporary folder that `stop()` removes. */
  dir?: string;
  /** Aborting stops the cluster, in order, also while it starts (then `startCluster` throws the signal's reason). */
  signal?: AbortSignal;
  /** Hears, line by line, what is done. */
  onProgress?: (text: string) => void;
  /** Flags added to those of the three programs. */
  extraArgs?: ExtraArgs;
  /** Called once when one of the programs ends by itself; the cluster is unusable then and wants `stop()`. */
  onExit?: (error: ProcessFailedError) => void;
}

/** A running cluster. */
export interface LocalCluster {
  readonly name: string;
  /** `https://127.0.0.1:<port>` */
  readonly url: string;
  /** Its folder; logs are in `logs`. */
  readonly dir: string;
  /** Kubeconfig (YAML) of its admin (group `system:masters`). */
  readonly kubeconfig: string;
  /** A file with `kubeconfig`, readable by its owner only. */
  readonly kubeconfigPath: string;
  /** The authority of its certificates: PEM, base64, as `certificate-authority-data` has it. */
  readonly caData: string;
  readonly pids: Readonly<Record<ClusterProgram, number>>;
  /** Settles, with the reason in words, when one of its programs ended by itself; pending otherwise. Never rejects. */
  readonly failed: Promise<ProcessFailedError>;
  /** Makes a kubeconfig (YAML) for a user and groups of your choice, by a client certificate of this cluster. */
  user(name: string, groups?: string[]): Promise<string>;
  /** Runs `stop` first when this cluster stops: for programs that need it while they end. The last one added goes first. */
  beforeStop(stop: () => Promise<void>): void;
  /** Stops its programs in order and removes a temporary folder. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts a cluster and waits until its API server is ready and its controllers work. Its processes end with this one,
 * however this one ends; they do not keep it alive.
 *
 * @throws Error in words: a program cannot be found or made, the folder is in use, its port is taken, the disk is full,
 * a program failed (`ProcessFailedError`, with its last log lines). Nothing is left running then.
 */
export const startCluster = (options: ClusterOptions): Promise<LocalCluster> =>
  startClusterWith(options);

/** {@link startCluster}, with what tests replace. */
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
  let ownership: Ownership | undefined;
  try {
    await mkdir(paths.logs, { recursive: true, mode: 0o700 });
    await assertDiskSpace(dir);
    ownership = await acquireOwnership(dir, `Cluster ${name}`, signal);
    const identity = await loadIdentity(name, paths);
    const programs = await startPrograms({
      name,
      commands,
      paths,
      identity,
      onProgram: ownership.addProgram,
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
          await ownership?.release();
          await temporary?.remove();
        }
      }),
    };
  } catch (error) {
    await ownership?.release();
    await temporary?.removeAllExcept(paths.logs);
    throw error;
  }
}
