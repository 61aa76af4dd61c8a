/**
 * Starts Crossplane's core on a local cluster: its CRDs, its certificates, its process.
 */
import { mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { parse } from 'yaml';
import {
  createAuthority,
  issueCertificate,
  startProcess,
  waitFor,
  type KeyPair,
  type ProcessFailedError,
} from '@klutch/local-processes';
import { createAdminApi, type AdminApi } from './adminApi';
import type { LocalCluster } from './cluster';
import { clusterPaths, readAdmin, writePrivateFile } from './clusterDirectory';
import {
  startFunctions,
  type RunningFunction,
  type StartFunction,
} from './compositionFunctions';
import { resolveCrossplaneCrds } from './binaries/resolveCrossplaneCrds';
import { withFreePort } from './ports';
import { resolveBinary } from './binaries/resolveBinary';
import { stopOnAbort, withStartupSignal } from './abortSignals';

const NAMESPACE = 'crossplane-system';
const CRD_PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const LOCKS_PATH = '/apis/pkg.crossplane.io/v1beta1/locks';

/** Options for starting Crossplane. */
export interface CrossplaneOptions {
  /** Major version. Default 1. */
  major?: 1 | 2;
  /** Aborting stops Crossplane, also during its start. */
  signal?: AbortSignal;
  /** Receives progress lines. */
  onProgress?: (text: string) => void;
  /** Poll interval of each composed resource in seconds, in addition to watches; Crossplane 1 only. Default 5. */
  pollSeconds?: number;
  /** Composition functions by the name that Compositions call. Crossplane's stop stops these functions, too. */
  functions?: Readonly<Record<string, StartFunction>>;
  /** Called once when Crossplane exits unexpectedly. */
  onExit?: (error: ProcessFailedError) => void;
}

/** A running Crossplane. */
export interface Crossplane {
  readonly pid: number;
  readonly logFile: string;
  /** Resolves with the error when Crossplane exits unexpectedly; pending otherwise. Never rejects. */
  readonly failed: Promise<ProcessFailedError>;
  /** Stops Crossplane; the cluster's `stop()` does so too. */
  stop(): Promise<void>;
}

const crossplaneArgs = (healthPort: number, pollSeconds: number) => [
  'core',
  'start',
  `--namespace=${NAMESPACE}`,
  '--package-runtime=External',
  '--enable-webhooks=false',
  `--poll-interval=${pollSeconds}s`,
  `--health-probe-port=${healthPort}`,
  // Any free port, because its metrics are not used. Crossplane has no flag that binds either port to loopback.
  '--metrics-port=0',
];

/**
 * Installs Crossplane's CRDs, starts the composition functions and then its core (packages paused, no webhooks) with the
 * cluster's admin rights.
 *
 * @throws Error with a readable message when Crossplane or its CRDs can neither be found nor installed, or the core
 * does not become healthy.
 */
export async function startCrossplane(
  cluster: LocalCluster,
  options: CrossplaneOptions = {},
): Promise<Crossplane> {
  const major = options.major ?? 1;
  const version = major === 2 ? 'crossplane2' : 'crossplane';
  const command = await resolveBinary(version, options);
  const crds = await resolveCrossplaneCrds(version, options);
  const dir = join(cluster.dir, 'crossplane');
  const paths = clusterPaths(cluster.dir);
  const admin = createAdminApi({
    url: cluster.url,
    ...(await readAdmin(paths)),
  });
  const authority = await createAuthority('klutch crossplane functions');
  let functions: RunningFunction[] = [];
  const stopFunctions = () => Promise.all(functions.map(one => one.stop()));
  try {
    options.onProgress?.(`${cluster.name}: installing Crossplane's CRDs`);
    await installCrds(admin, crds, options.signal);
    await admin.apply(`/api/v1/namespaces/${NAMESPACE}`, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: NAMESPACE },
    });
    await admin.apply(`${LOCKS_PATH}/lock`, {
      apiVersion: 'pkg.crossplane.io/v1beta1',
      kind: 'Lock',
      metadata: { name: 'lock' },
    });
    functions = await startFunctions(
      admin,
      authority,
      major,
      options.functions,
    );
  } finally {
    await admin.close();
  }
  const certs = await writeClientCertificates(join(dir, 'tls'), authority);
  const cache = join(dir, 'packages');
  await mkdir(cache, { recursive: true });

  options.onProgress?.(`${cluster.name}: starting Crossplane`);
  let fail: (error: ProcessFailedError) => void = () => undefined;
  const failed = new Promise<ProcessFailedError>(resolve => {
    fail = resolve;
  });
  void failed.then(options.onExit);
  const handle = await withFreePort(healthPort =>
    withStartupSignal(options.signal, signal =>
      startProcess({
        name: 'crossplane',
        command,
        args: crossplaneArgs(healthPort, options.pollSeconds ?? 5),
        env: {
          ...process.env,
          KUBECONFIG: cluster.kubeconfigPath,
          TLS_CLIENT_CERTS_DIR: certs,
          XPKG_CACHE_DIR: cache,
        },
        cwd: dir,
        logFile: join(paths.logs, 'crossplane.log'),
        ready: () => isHealthy(`http://127.0.0.1:${healthPort}/healthz`),
        keepAlive: false,
        signal,
        onExit: fail,
      }),
    ),
  ).catch(async (error: unknown) => {
    await stopFunctions();
    throw error;
  });
  const stop = stopOnAbort(options.signal, async () => {
    await handle.stop();
    await stopFunctions();
  });
  cluster.beforeStop(stop);
  return { pid: handle.pid, logFile: handle.logFile, failed, stop };
}

async function isHealthy(url: string): Promise<boolean> {
  const response = await request(url, { headersTimeout: 2_000 });
  await response.body.dump();
  return response.statusCode === 200;
}

/** The fields of a CRD that this file reads. */
interface Crd {
  metadata: { name: string };
  status?: { conditions?: { type: string; status: string }[] };
}

async function installCrds(
  admin: AdminApi,
  crdFolder: string,
  signal?: AbortSignal,
): Promise<void> {
  const files = (await readdir(crdFolder)).filter(file =>
    file.endsWith('.yaml'),
  );
  const paths = await Promise.all(
    files.map(async file => {
      const text = await readFile(join(crdFolder, file), 'utf8');
      const path = `${CRD_PATH}/${(parse(text) as Crd).metadata.name}`;
      await admin.apply(path, text);
      return path;
    }),
  );
  const established = async (path: string) => {
    const { status, body } = await admin.get(path);
    const conditions =
      status === 200 ? (JSON.parse(body) as Crd).status?.conditions : undefined;
    return (
      conditions?.some(
        condition =>
          condition.type === 'Established' && condition.status === 'True',
      ) ?? false
    );
  };
  const wait = {
    what: "Crossplane's CRDs are served",
    timeoutMs: 30_000,
    signal,
  };
  await waitFor(
    async () => (await Promise.all(paths.map(established))).every(Boolean),
    wait,
  );
  await waitFor(async () => (await admin.get(LOCKS_PATH)).status === 200, wait);
}

/** Crossplane reads client certificates for function calls at its start, even when no function is used. */
async function writeClientCertificates(
  dir: string,
  authority: KeyPair,
): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const client = await issueCertificate(authority, {
    commonName: `crossplane.${NAMESPACE}`,
    usage: 'client',
  });
  writePrivateFile(join(dir, 'ca.crt'), authority.cert);
  writePrivateFile(join(dir, 'tls.crt'), client.cert);
  writePrivateFile(join(dir, 'tls.key'), client.key);
  return dir;
}
