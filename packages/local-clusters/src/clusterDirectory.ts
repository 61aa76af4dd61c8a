/** The folder of one cluster: paths of its files, its persistent identity, and its free disk space. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createAuthority,
  createSigningKey,
  issueCertificate,
  writeFileAtomic,
  type KeyPair,
} from '@klutch/local-processes';

/** Absolute paths of a cluster's files. */
export interface ClusterPaths {
  dir: string;
  state: string;
  kubeconfig: string;
  etcdData: string;
  caCert: string;
  caKey: string;
  servingCert: string;
  servingKey: string;
  adminCert: string;
  adminKey: string;
  serviceAccountKey: string;
  serviceAccountPublicKey: string;
  logs: string;
}

/** Free space (bytes) below which a cluster does not start: etcd alone preallocates 128 MiB. */
const MIN_FREE_BYTES = 300 * 1024 * 1024;
const ADMIN_USER = 'klutch-admin';

/** Paths of the files of the cluster in `dir`. */
export function clusterPaths(dir: string): ClusterPaths {
  const pki = join(dir, 'pki');
  return {
    dir,
    state: join(dir, 'cluster.json'),
    kubeconfig: join(dir, 'kubeconfig'),
    etcdData: join(dir, 'etcd'),
    caCert: join(pki, 'ca.crt'),
    caKey: join(pki, 'ca.key'),
    servingCert: join(pki, 'apiserver.crt'),
    servingKey: join(pki, 'apiserver.key'),
    adminCert: join(pki, 'admin.crt'),
    adminKey: join(pki, 'admin.key'),
    serviceAccountKey: join(pki, 'service-accounts.key'),
    serviceAccountPublicKey: join(pki, 'service-accounts.pub'),
    logs: join(dir, 'logs'),
  };
}

/** The identity of a cluster, constant from its first start. */
export interface ClusterIdentity {
  name: string;
  authority: KeyPair;
  admin: KeyPair;
  adminUser: string;
  /** The port of the last start; undefined before the first. */
  port?: number;
}

/** The stored state of a cluster between its starts. */
export interface ClusterState {
  port: number;
}

/**
 * Fails with a readable message when the disk of `dir` is too full for a cluster. `freeBytes` measures the free space
 * (replaced in tests).
 */
export async function assertDiskSpace(
  dir: string,
  freeBytes: (dir: string) => Promise<number> = freeDiskBytes,
): Promise<void> {
  const free = await freeBytes(dir);
  if (free >= MIN_FREE_BYTES) return;
  throw new Error(
    `The disk of ${dir} has ${Math.floor(free / 1024 / 1024)} MiB free, a cluster needs ${MIN_FREE_BYTES / 1024 / 1024} MiB. ` +
      `Free disk space there, or choose another folder.`,
  );
}

async function freeDiskBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/** Atomically writes a file that only its owner may read. */
export function writePrivateFile(path: string, text: string): void {
  writeFileAtomic(path, text, { mode: 0o600, fsync: false });
}

const readPair = async (cert: string, key: string): Promise<KeyPair> => ({
  cert: await readFile(cert, 'utf8'),
  key: await readFile(key, 'utf8'),
});

/** Reads the identity of the cluster in this folder, or creates it. */
export async function loadIdentity(
  name: string,
  paths: ClusterPaths,
): Promise<ClusterIdentity> {
  await mkdir(join(paths.dir, 'pki'), { recursive: true, mode: 0o700 });
  const state = await readState(paths);
  // The service account key is written last: its existence proves that the other files exist.
  if (!existsSync(paths.serviceAccountKey)) await createPki(name, paths);
  return {
    name,
    authority: await readPair(paths.caCert, paths.caKey),
    admin: await readPair(paths.adminCert, paths.adminKey),
    adminUser: ADMIN_USER,
    port: state?.port,
  };
}

/** Reads the data needed to connect to the cluster in this folder as its admin. */
export async function readAdmin(
  paths: ClusterPaths,
): Promise<{ caCert: string; credentials: KeyPair }> {
  return {
    caCert: await readFile(paths.caCert, 'utf8'),
    credentials: await readPair(paths.adminCert, paths.adminKey),
  };
}

async function createPki(name: string, paths: ClusterPaths): Promise<void> {
  const authority = await createAuthority(`klutch ${name}`);
  const [serving, admin, tokens] = await Promise.all([
    issueCertificate(authority, {
      commonName: 'kube-apiserver',
      usage: 'server',
      hosts: [
        { type: 'dns', value: 'localhost' },
        { type: 'dns', value: 'kubernetes.default.svc' },
        { type: 'ip', value: '127.0.0.1' },
      ],
    }),
    issueCertificate(authority, {
      commonName: ADMIN_USER,
      organizations: ['system:masters'],
      usage: 'client',
    }),
    createSigningKey(),
  ]);
  writePrivateFile(paths.caCert, authority.cert);
  writePrivateFile(paths.caKey, authority.key);
  writePrivateFile(paths.servingCert, serving.cert);
  writePrivateFile(paths.servingKey, serving.key);
  writePrivateFile(paths.adminCert, admin.cert);
  writePrivateFile(paths.adminKey, admin.key);
  writePrivateFile(paths.serviceAccountPublicKey, tokens.publicKey);
  writePrivateFile(paths.serviceAccountKey, tokens.privateKey);
}

/** The state stored by the last start; `undefined` before the first. */
export async function readState(
  paths: ClusterPaths,
): Promise<ClusterState | undefined> {
  const text = await readFile(paths.state, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as ClusterState);
}

/** Stores the port, so that the next start has the same URL. */
export function saveState(paths: ClusterPaths, state: ClusterState): void {
  writePrivateFile(paths.state, `${JSON.stringify(state, undefined, 2)}\n`);
}
