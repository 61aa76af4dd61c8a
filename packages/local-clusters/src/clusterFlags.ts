/** The command lines of the three programs of a cluster, from its paths and its port. */
import type { ClusterPaths } from './clusterDirectory';

/** Flags that a caller adds to those of the cluster; list flags are appended to the lists in this file. */
export interface ExtraArgs {
  etcd?: string[];
  apiServer?: string[];
  controllerManager?: string[];
}

// This etcd has no authentication, so it listens on sockets in the cluster's folder, which only its owner may enter.
// The sockets are relative to the working directory, because the absolute path of a socket is limited to about 100
// bytes.
const ETCD_CLIENT_SOCKET = 'unix://etcd:1';
const ETCD_PEER_SOCKET = 'unix://etcd:2';

/** Only the controllers that users of these clusters rely on; without nodes, workload controllers are unnecessary. */
const CONTROLLERS = [
  'garbage-collector-controller',
  'namespace-controller',
  'serviceaccount-controller',
  'serviceaccount-token-controller',
  'clusterrole-aggregation-controller',
  'root-ca-certificate-publisher-controller',
  'resourcequota-controller',
];

/** etcd without fsync: a power failure may lose the last writes, which is acceptable for these clusters. */
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

/** kube-controller-manager as the cluster's admin; its serving port is disabled, because nothing uses it. */
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
