/**
 * The command lines of the three programs that make a cluster, given where its files lie and which port it has.
 */
import type { ClusterPaths } from './clusterDirectory';

/** Flags that a caller adds to those of the cluster; list flags add to the lists given here. */
export interface ExtraArgs {
  etcd?: string[];
  apiServer?: string[];
  controllerManager?: string[];
}

// etcd has no users here, so it listens on sockets in the cluster's folder, which only its owner may enter.
// The sockets are relative to the working directory: a socket's absolute path may not be longer than about 100 bytes.
const ETCD_CLIENT_SOCKET = 'unix://etcd:1';
const ETCD_PEER_SOCKET = 'unix://etcd:2';

/** Controllers that what runs on these clusters relies on; there are no nodes, so none for workloads. */
const CONTROLLERS = [
  'garbage-collector-controller',
  'namespace-controller',
  'serviceaccount-controller',
  'serviceaccount-token-controller',
  'clusterrole-aggregation-controller',
  'root-ca-certificate-publisher-controller',
  'resourcequota-controller',
];

/** etcd, without waiting for the disk: a power cut may lose the last writes, which these clusters can bear. */
export const etcdArgs = (
  paths: ClusterPaths,
  extra: string[] = [],
): string[] => [
  '--name=local',
  `--data-dir=${paths.etcdData}`,
  `--listen-client-urls=${ETCD_CLIENT_SOCKET}`,
  `--advertise-client-urls=${ETCD_CLIENT_SOCKET}`,
  `--listen-peer-urls=${ETCD_PEER_SOCKET}`,
  `--initial-advertise-peer-urls=${ETCD_PEER_SOCKET}`,
  `--initial-cluster=local=${ETCD_PEER_SOCKET}`,
  '--unsafe-no-fsync',
  '--log-level=warn',
  ...extra,
];

/** kube-apiserver on loopback, with RBAC, certificates and service account tokens. */
export const apiServerArgs = (
  paths: ClusterPaths,
  port: number,
  extra: string[] = [],
): string[] => [
  `--etcd-servers=${ETCD_CLIENT_SOCKET}`,
  '--bind-address=127.0.0.1',
  `--secure-port=${port}`,
  '--authorization-mode=RBAC',
  '--disable-admission-plugins=ServiceAccount',
  '--endpoint-reconciler-type=none',
  '--service-cluster-ip-range=10.0.0.0/24',
  '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
  `--service-account-signing-key-file=${paths.serviceAccountKey}`,
  `--service-account-key-file=${paths.serviceAccountPublicKey}`,
  `--client-ca-file=${paths.caCert}`,
  `--tls-cert-file=${paths.servingCert}`,
  `--tls-private-key-file=${paths.servingKey}`,
  ...extra,
];

/** kube-controller-manager as the cluster's admin; it serves nothing, so it needs no port. */
export const controllerManagerArgs = (
  paths: ClusterPaths,
  extra: string[] = [],
): string[] => [
  `--kubeconfig=${paths.kubeconfig}`,
  '--use-service-account-credentials=false',
  `--controllers=${CONTROLLERS.join(',')}`,
  `--service-account-private-key-file=${paths.serviceAccountKey}`,
  `--root-ca-file=${paths.caCert}`,
  '--leader-elect=false',
  '--secure-port=0',
  ...extra,
];
