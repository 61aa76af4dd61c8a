/**
 * Starts and stops one cluster: etcd, kube-apiserver and kube-controller-manager as child processes.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import getPort from 'get-port';
import { createAdminApi, type AdminApi } from './adminApi';
import {
  assertRoom,
  clusterPaths,
  loadIdentity,
  saveState,
  writePrivateFile,
} from './clusterDirectory';
import type { ClusterIdentity, ClusterPaths } from './clusterDirectory';
import {
  apiServerArgs,
  controllerManagerArgs,
  etcdArgs,
  type ExtraArgs,
} from './clusterFlags';
import { writeKubeconfig } from './kubeconfig';
import { acquireOwnership, type Ownership } from './ownerLock';
import { isPortFree, portTaken } from './ports';
import { ProcessFailedError } from './processExit';
import { resolveBinary, type ResolveOptions } from './binaries/resolveBinary';
import { startProcess, type ProcessHandle } from './supervisedProcess';
import { createUserKubeconfig } from './userKubeconfig';
import { waitFor } from './waitFor';

type Program = 'etcd' | 'kube-apiserver' | 'kube-controller-manager';

/** How to start a cluster. */
export interface ClusterOptions extends Pick<
  ResolveOptions,
  'onProgress' | 'signal'
> {
  /** Names the cluster in its kubeconfigs and in messages. */
  name: string;
  /** Keeps data, certificates and port here for the next start. Default: a temporary folder that `stop()` removes. */
  dir?: string;
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
  readonly pids: Readonly<Record<Program, number>>;
  /** Settles, with the reason in words, when one of its programs ended by itself; pending otherwise. Never rejects. */
  readonly failed: Promise<ProcessFailedError>;
  /** Makes a kubeconfig (YAML) for a user and groups of your choice, by a client certificate of this cluster. */
  user(name: string, groups?: string[]): Promise<string>;
  /** Runs `stop` first when this cluster stops: for programs that need it while they end. */
  beforeStop(stop: () => Promise<void>): void;
  /** Stops its programs in order and removes a temporary folder. Safe to call twice. */
  stop(): Promise<void>;
}

const PORT_ATTEMPTS = 3;

/**
 * Starts a cluster and waits until its API server is ready and its controllers work. Its processes end with this one,
 * however this one ends; they do not keep it alive.
 *
 * @throws Error in words: a program cannot be found or made, the folder is in use, its port is taken, the disk is full,
 * a program failed (`ProcessFailedError`, with its last log lines). Nothing is left running then.
 */
export async function startCluster(
  options: ClusterOptions,
): Promise<LocalCluster> {
  const programs = {
    etcd: await resolveBinary('etcd', options),
    'kube-apiserver': await resolveBinary('kube-apiserver', options),
    'kube-controller-manager': await resolveBinary(
      'kube-controller-manager',
      options,
    ),
  };
  const temporary = options.dir === undefined;
  const dir = options.dir
    ? resolve(options.dir)
    : await mkdtemp(join(tmpdir(), 'klutch-cluster-'));
  const ownership = await acquireOwnership(dir, `Cluster ${options.name}`);
  const paths = clusterPaths(dir);
  const letGo = async () => {
    await ownership.release();
    if (temporary) await rm(dir, { recursive: true, force: true });
  };
  try {
    await assertRoom(dir);
    await mkdir(paths.logs, { recursive: true });
    const identity = await loadIdentity(options.name, paths);
    return await run({ options, programs, paths, identity, ownership, letGo });
  } catch (error) {
    await letGo();
    throw error;
  }
}

interface Start {
  options: ClusterOptions;
  programs: Record<Program, string>;
  paths: ClusterPaths;
  identity: ClusterIdentity;
  ownership: Ownership;
  letGo: () => Promise<void>;
}

async function run(start: Start): Promise<LocalCluster> {
  const { options, identity, paths } = start;
  const running: ProcessHandle[] = [];
  const stopAll = async () => {
    for (const handle of running.splice(0).reverse()) await handle.stop();
  };
  let fail: (error: ProcessFailedError) => void = () => undefined;
  const failed = new Promise<ProcessFailedError>(settle => {
    fail = settle;
  });
  void failed.then(options.onExit);
  const launch: Launch = async (program, args, ready) => {
    const handle = await startProcess({
      name: program,
      command: start.programs[program],
      args,
      cwd: paths.dir,
      logFile: join(paths.logs, `${program}.log`),
      ready,
      keepAlive: false,
      signal: options.signal,
      onExit: fail,
    });
    running.push(handle);
    return handle;
  };

  try {
    options.onProgress?.(`${options.name}: starting etcd`);
    const etcd = await launch('etcd', etcdArgs(paths, options.extraArgs?.etcd));
    const api = await startApiServer(start, launch);
    options.onProgress?.(`${options.name}: starting the controllers`);
    const controllers = await launch(
      'kube-controller-manager',
      controllerManagerArgs(paths, options.extraArgs?.controllerManager),
      () => hasDefaults(api.admin),
    );
    await api.admin.close();
    const beforeStop: (() => Promise<void>)[] = [];
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      for (const first of beforeStop.reverse()) await first();
      await stopAll();
      await start.letGo();
    };
    return {
      name: options.name,
      url: api.url,
      dir: paths.dir,
      kubeconfig: api.kubeconfig,
      kubeconfigPath: paths.kubeconfig,
      caData: Buffer.from(identity.authority.cert).toString('base64'),
      pids: {
        etcd: etcd.pid,
        'kube-apiserver': api.handle.pid,
        'kube-controller-manager': controllers.pid,
      },
      failed,
      user: (user, groups = []) =>
        createUserKubeconfig({
          cluster: options.name,
          url: api.url,
          authority: identity.authority,
          user,
          groups,
        }),
      beforeStop: first => void beforeStop.push(first),
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

type Launch = (
  program: Program,
  args: string[],
  ready?: () => Promise<boolean>,
) => Promise<ProcessHandle>;

interface ApiServer {
  handle: ProcessHandle;
  url: string;
  kubeconfig: string;
  admin: AdminApi;
}

/** Starts the API server on the port of the last start, or on a free one: another one when somebody was faster. */
async function startApiServer(
  start: Start,
  launch: Launch,
): Promise<ApiServer> {
  const { identity, options, ownership, paths } = start;
  if (identity.port !== undefined) {
    const port = identity.port;
    // After a crash the last run's API server may be just about to end.
    const timeoutMs = ownership.recovered ? 15_000 : 0;
    await waitFor(() => isPortFree(port), {
      what: `port ${port} is free`,
      timeoutMs,
      signal: options.signal,
    }).catch(() => Promise.reject(portTaken(options.name, paths.dir, port)));
    return tryApiServer(start, launch, port);
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryApiServer(
        start,
        launch,
        await getPort({ host: '127.0.0.1' }),
      );
    } catch (error) {
      const collision =
        error instanceof ProcessFailedError &&
        /address already in use/i.test(error.exit.lastLines.join('\n'));
      if (!collision || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function tryApiServer(
  start: Start,
  launch: Launch,
  port: number,
): Promise<ApiServer> {
  const { identity, options, paths } = start;
  const url = `https://127.0.0.1:${port}`;
  const caCert = identity.authority.cert;
  const kubeconfig = writeKubeconfig({
    cluster: options.name,
    url,
    caCert,
    user: identity.adminUser,
    credentials: identity.admin,
  });
  await writePrivateFile(paths.kubeconfig, kubeconfig);
  const admin = createAdminApi({ url, caCert, credentials: identity.admin });
  options.onProgress?.(
    `${options.name}: starting kube-apiserver on port ${port}`,
  );
  try {
    const handle = await launch(
      'kube-apiserver',
      apiServerArgs(paths, port, options.extraArgs?.apiServer),
      async () => (await admin.get('/readyz')).status === 200,
    );
    await saveState(paths, { name: options.name, port });
    return { handle, url, kubeconfig, admin };
  } catch (error) {
    await admin.close();
    throw error;
  }
}

/** The controllers work when they have given the default namespace its service account and its root certificate. */
async function hasDefaults(admin: AdminApi): Promise<boolean> {
  const paths = ['serviceaccounts/default', 'configmaps/kube-root-ca.crt'];
  const answers = await Promise.all(
    paths.map(path => admin.get(`/api/v1/namespaces/default/${path}`)),
  );
  return answers.every(answer => answer.status === 200);
}
