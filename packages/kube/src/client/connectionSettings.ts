// Settings of a connection from a kubeconfig: address, trust and credentials, as far as the policy allows.
import { readFileSync } from 'node:fs';
import { KubeConfig } from '@kubernetes/client-node';
import { ConnectionError } from '../errors';
import {
  bearerToken,
  ClientCertificate,
  Credentials,
  isToken,
  noCredentials,
  tokenFile,
} from './credentials';
import { execCredentials } from './execCredentials';
import { impersonationHeaders } from './impersonation';
import { KubeUser } from './kubeConfig';
import { ConnectionPolicy } from './policy';
import { proxyUrl, serverUrl } from './serverUrl';
import { RequestHeaders } from './TransportRequest';

/** Settings of a connection. Certificates and keys are PEM, not base64. */
export interface ConnectionSettings {
  server: URL;
  ca?: string;
  clientCertificate?: ClientCertificate;
  tlsServerName?: string;
  skipTlsVerify: boolean;
  credentials: Credentials;
  /** Impersonation headers of the kubeconfig. */
  identity: RequestHeaders;
  proxy?: URL;
}

/** The token file: kubectl's `tokenFile`, or client-node's form of it in a cluster. */
const tokenFileOf = (user: KubeUser | null): string | undefined => {
  const file: unknown = user?.authProvider?.config?.tokenFile;
  return typeof file === 'string' ? file : undefined;
};

/** Local files that a kubeconfig's current context names, except the token file, which is read again regularly. */
export function certificateFiles(kubeConfig: KubeConfig): string[] {
  const user = kubeConfig.getCurrentUser();
  const cluster = kubeConfig.getCurrentCluster();
  return [cluster?.caFile, user?.certFile, user?.keyFile].filter(
    file => typeof file === 'string',
  );
}

function refuseFiles(kubeConfig: KubeConfig, policy: ConnectionPolicy): void {
  if (policy.files !== 'refuse') return;
  const file = tokenFileOf(kubeConfig.getCurrentUser());
  if (file !== undefined || certificateFiles(kubeConfig).length > 0) {
    throw new Error(
      'The kubeconfig names files of this machine, which is not allowed here. Put certificates, keys and the token into it ("kubectl config view --flatten --minify").',
    );
  }
}

function pem(what: string, data?: string, file?: string): string | undefined {
  if (data) return Buffer.from(data, 'base64').toString('utf8');
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(
      `The file ${file} with the ${what} of the kubeconfig cannot be read. Check that it exists and that this process may read it.`,
    );
  }
}

function certificateOf(user: KubeUser | null): ClientCertificate | undefined {
  const cert = pem('client certificate', user?.certData, user?.certFile);
  const key = pem('key', user?.keyData, user?.keyFile);
  if (Boolean(cert) !== Boolean(key)) {
    throw new Error(
      `The kubeconfig's user "${user?.name}" has a client certificate without its key, or the reverse. Add the missing half.`,
    );
  }
  return cert && key ? { cert, key } : undefined;
}

function credentialsOf(
  user: KubeUser | null,
  policy: ConnectionPolicy,
  server: URL,
): Credentials {
  if (!user) return noCredentials;
  const instead = 'Use a token, a token file or a client certificate.';
  const signsIn = `The kubeconfig's user "${user.name}" signs in`;
  if (user.username) {
    throw new Error(
      `${signsIn} by password, which Kubernetes removed. ${instead}`,
    );
  }
  const file = tokenFileOf(user);
  if (file !== undefined) return tokenFile(file);
  if (user.authProvider) {
    throw new Error(
      `${signsIn} through a plugin of the kind "auth-provider", which Kubernetes removed. ${instead}`,
    );
  }
  if (user.exec && policy.exec !== 'allow') {
    throw new Error(
      `${signsIn} through a plugin (exec), which is not allowed here. ${instead}`,
    );
  }
  if (user.token && !isToken(user.token)) {
    throw new ConnectionError(
      `${signsIn} with a token that holds characters that a token cannot have, such as spaces or line breaks. Copy it again.`,
      { failure: 'credentials', server: server.origin },
    );
  }
  if (user.token) return bearerToken(user.token);
  return user.exec ? execCredentials(user) : noCredentials;
}

function identityOf(user: KubeUser | null): RequestHeaders {
  const { impersonateUser, impersonateGroups = [] } = user ?? {};
  if (impersonateUser) {
    return impersonationHeaders({
      user: impersonateUser,
      groups: impersonateGroups,
    });
  }
  if (impersonateGroups.length > 0) {
    throw new Error(
      `The kubeconfig's user "${user?.name}" acts as groups (as-groups) without a user. Add "as".`,
    );
  }
  return {};
}

/**
 * Settings of the current context. Certificate files are read once, token files regularly.
 * @throws Error when the kubeconfig asks for something that this client does not support or that the policy refuses:
 * ignoring it would be less safe
 */
export function connectionSettings(
  kubeConfig: KubeConfig,
  policy: ConnectionPolicy = {},
): ConnectionSettings {
  const cluster = kubeConfig.getCurrentCluster();
  if (!cluster) {
    throw new Error(
      'The kubeconfig has no current context that leads to a cluster. Set one with "kubectl config use-context".',
    );
  }
  const user: KubeUser | null = kubeConfig.getCurrentUser();
  refuseFiles(kubeConfig, policy);
  const server = serverUrl(cluster.server);
  return {
    server,
    ca: pem('certificate authority', cluster.caData, cluster.caFile),
    clientCertificate: certificateOf(user),
    tlsServerName: cluster.tlsServerName,
    skipTlsVerify: cluster.skipTLSVerify ?? false,
    credentials: credentialsOf(user, policy, server),
    identity: identityOf(user),
    proxy: proxyUrl(cluster, policy),
  };
}
