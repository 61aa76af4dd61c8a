/** Runs the three programs of one cluster: starts them in order, and stops them in reverse order. */
import { join } from 'node:path';
import {
  startProcess,
  type ProcessFailedError,
  type ProcessHandle,
} from '@klutch/local-processes';
import { createAdminApi, type AdminApi } from './adminApi';
import {
  saveState,
  writePrivateFile,
  type ClusterIdentity,
  type ClusterPaths,
} from './clusterDirectory';
import {
  apiServerArgs,
  controllerManagerArgs,
  etcdArgs,
  type ExtraArgs,
} from './clusterFlags';
import { writeKubeconfig } from './kubeconfig';
import { assertPortFree, withFreePort } from './ports';
import { withStartupSignal } from './abortSignals';

export type ClusterProgram =
  | 'etcd'
  | 'kube-apiserver'
  | 'kube-controller-manager';

/** Options for running the programs. */
export interface ProgramsOptions {
  name: string;
  /** Path of each program. */
  commands: Readonly<Record<ClusterProgram, string>>;
  paths: ClusterPaths;
  identity: ClusterIdentity;
  /** Receives the pid of each program as soon as the program runs. */
  onProgram: (pid: number) => void;
  extraArgs?: ExtraArgs;
  signal?: AbortSignal;
  onProgress?: (text: string) => void;
  /** Chooses a port for a cluster without a stored one. */
  pickPort?: () => Promise<number>;
}

export interface RunningPrograms {
  url: string;
  /** Kubeconfig (YAML) of the admin. */
  kubeconfig: string;
  pids: Record<ClusterProgram, number>;
  failed: Promise<ProcessFailedError>;
  stop(): Promise<void>;
}

type Launch = (
  program: ClusterProgram,
  args: string[],
  ready?: () => Promise<boolean>,
) => Promise<ProcessHandle>;

interface ApiServer {
  pid: number;
  url: string;
  kubeconfig: string;
  admin: AdminApi;
}

/** A start takes 2 to 3 s; on a machine with a parallel build up to ten times as long. */
const READY_TIMEOUT_MS = 120_000;

/** Only etcd has data to lose; without etcd the others would wait for etcd rather than stop. */
const GRACE_MS: Record<ClusterProgram, number> = {
  etcd: 10_000,
  'kube-apiserver': 4_000,
  'kube-controller-manager': 4_000,
};

/** etcd reads every option from the environment too; only its command line must apply. */
function programEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env);
  return Object.fromEntries(
    entries.filter(([name]) => !name.startsWith('ETCD_')),
  );
}

/**
 * Starts the programs; returns when the API server is ready and the controllers work.
 *
 * @throws ProcessFailedError, or Error with a readable message when the cluster's port is in use. No process is left
 * running then.
 */
export async function startPrograms(
  options: ProgramsOptions,
): Promise<RunningPrograms> {
  const { name, paths, extraArgs } = options;
  const running: ProcessHandle[] = [];
  const failure = new AbortController();
  const failed = new Promise<ProcessFailedError>(resolve => {
    failure.signal.addEventListener('abort', () =>
      resolve(failure.signal.reason as ProcessFailedError),
    );
  });
  const signals = [failure.signal, ...(options.signal ? [options.signal] : [])];
  const stop = async () => {
    for (const handle of running.splice(0).reverse()) await handle.stop();
  };
  const launch: Launch = async (program, args, ready) => {
    const handle = await withStartupSignal(AbortSignal.any(signals), signal =>
      startProcess({
        name: program,
        command: options.commands[program],
        args,
        env: programEnvironment(),
        cwd: paths.dir,
        logFile: join(paths.logs, `${program}.log`),
        ready,
        readyTimeoutMs: READY_TIMEOUT_MS,
        graceMs: GRACE_MS[program],
        keepAlive: false,
        onSpawn: options.onProgram,
        signal,
        onExit: error => failure.abort(error),
      }),
    );
    running.push(handle);
    return handle;
  };

  try {
    options.onProgress?.(`${name}: starting etcd`);
    const etcd = await launch('etcd', etcdArgs(paths, extraArgs?.etcd));
    const api = await startApiServer(options, launch);
    options.onProgress?.(`${name}: starting the controllers`);
    const controllers = await launch(
      'kube-controller-manager',
      controllerManagerArgs(paths, extraArgs?.controllerManager),
      () => hasDefaultObjects(api.admin),
    ).finally(() => api.admin.close());
    return {
      url: api.url,
      kubeconfig: api.kubeconfig,
      pids: {
        etcd: etcd.pid,
        'kube-apiserver': api.pid,
        'kube-controller-manager': controllers.pid,
      },
      failed,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts the API server on the port of the last start, or on a free one; retries with another port if the free one
 * was taken meanwhile.
 */
async function startApiServer(
  options: ProgramsOptions,
  launch: Launch,
): Promise<ApiServer> {
  const { name, identity, paths } = options;
  if (identity.port !== undefined) {
    await assertPortFree({ name, dir: paths.dir, port: identity.port });
    return tryApiServer(options, launch, identity.port);
  }
  return withFreePort(
    port => tryApiServer(options, launch, port),
    options.pickPort,
  );
}

async function tryApiServer(
  options: ProgramsOptions,
  launch: Launch,
  port: number,
): Promise<ApiServer> {
  const { name, identity, paths } = options;
  const url = `https://127.0.0.1:${port}`;
  const caCert = identity.authority.cert;
  const kubeconfig = writeKubeconfig({
    cluster: name,
    url,
    caCert,
    user: identity.adminUser,
    credentials: identity.admin,
  });
  writePrivateFile(paths.kubeconfig, kubeconfig);
  const admin = createAdminApi({ url, caCert, credentials: identity.admin });
  options.onProgress?.(`${name}: starting kube-apiserver on port ${port}`);
  try {
    const { pid } = await launch(
      'kube-apiserver',
      apiServerArgs(paths, port, options.extraArgs?.apiServer),
      async () => (await admin.get('/readyz')).status === 200,
    );
    saveState(paths, { port });
    return { pid, url, kubeconfig, admin };
  } catch (error) {
    await admin.close();
    throw error;
  }
}

/** The controllers work once the default namespace has its service account and its root certificate. */
async function hasDefaultObjects(admin: AdminApi): Promise<boolean> {
  const objects = ['serviceaccounts/default', 'configmaps/kube-root-ca.crt'];
  const answers = await Promise.all(
    objects.map(object => admin.get(`/api/v1/namespaces/default/${object}`)),
  );
  return answers.every(answer => answer.status === 200);
}
