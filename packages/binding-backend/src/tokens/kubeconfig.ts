/** Renders and parses the kubeconfig of an app cluster's konnector. */
import { names } from '@klutch/bind-api';
import { loadKubeConfig, type Secret, decodeSecretData } from '@klutch/kube';
import { stringify } from 'yaml';

/** Address of the control plane cluster for app clusters. */
export interface ExternalEndpoint {
  /** URL of the API server as seen from app clusters. */
  server: string;
  /**
   * Base64 of the PEM of the CA that signed the server's certificate; undefined for a CA in the system's trust store.
   */
  caData?: string;
  /** Name to verify the server's certificate against, when it differs from the URL's host. */
  tlsServerName?: string;
}

/** Target of a kubeconfig: the two fields identify one cluster namespace of one control plane cluster. */
export interface KubeconfigTarget {
  /** URL of the API server. */
  server: string;
  /** Name of the cluster namespace. */
  namespace: string;
}

const entry = 'default';

/** The kubeconfig (YAML) for one cluster namespace: one cluster, user and context, the namespace in the context. */
export const renderKubeconfig = (
  external: ExternalEndpoint,
  namespace: string,
  token: string,
): string =>
  stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: entry,
        cluster: {
          server: external.server,
          ...(external.tlsServerName && {
            'tls-server-name': external.tlsServerName,
          }),
          ...(external.caData && {
            'certificate-authority-data': external.caData,
          }),
        },
      },
    ],
    users: [{ name: entry, user: { token } }],
    contexts: [
      { name: entry, context: { cluster: entry, user: entry, namespace } },
    ],
    'current-context': entry,
  });

const parse = (yaml: string) => {
  try {
    return loadKubeConfig(yaml);
  } catch {
    return undefined; // An unreadable kubeconfig is not one of ours.
  }
};

/** Target of a kubeconfig's current context; undefined when the kubeconfig is unreadable or has no namespace. */
export const kubeconfigTarget = (
  yaml: string,
): KubeconfigTarget | undefined => {
  const config = parse(yaml);
  const namespace = config?.getContextObject(
    config.getCurrentContext(),
  )?.namespace;
  const server = config?.getCurrentCluster()?.server;
  return server && namespace ? { server, namespace } : undefined;
};

/** The bearer token of a kubeconfig's current user, if it has one. */
export const kubeconfigToken = (yaml: string): string | undefined =>
  parse(yaml)?.getCurrentUser()?.token;

/** The kubeconfig in a Secret; undefined when the key is missing. */
export const kubeconfigOf = (
  secret: Pick<Secret, 'data'> | undefined,
): string | undefined => decodeSecretData(secret?.data)[names.kubeconfigKey];
