// From a kubeconfig to what a connection needs: address, trust and credentials.
import { readFileSync } from 'node:fs';
import { KubeConfig, loadYaml, User } from '@kubernetes/client-node';
import {
  Credentials,
  bearerToken,
  noCredentials,
  tokenFile,
} from './credentials';

/** What a connection needs to know. PEM texts, not base64. */
export interface ConnectionSettings {
  server: URL;
  ca?: string;
  clientCertificate?: { cert: string; key: string };
  tlsServerName?: string;
  skipTlsVerify: boolean;
  credentials: Credentials;
  /** From the kubeconfig's `as`. */
  impersonateUser?: string;
}

interface RawKubeConfig {
  clusters?: unknown[];
  users?: { name?: string; user?: { tokenFile?: unknown } }[];
}

const unreadable = () =>
  new Error(
    'The kubeconfig cannot be read: it is not a kubeconfig in YAML. Check it with "kubectl config view --kubeconfig <file>".',
  );

function parse(yaml: string): RawKubeConfig | undefined {
  try {
    return loadYaml<RawKubeConfig | undefined>(yaml);
  } catch {
    // The parser's own message quotes the file.
    throw unreadable();
  }
}

/**
 * Reads a kubeconfig in YAML.
 * @throws Error when it cannot be read; the message does not quote the file
 */
export function loadKubeConfig(yaml: string): KubeConfig {
  const kubeConfig = new KubeConfig();
  const raw = parse(yaml);
  if (!Array.isArray(raw?.clusters)) throw unreadable();
  try {
    kubeConfig.loadFromString(yaml);
  } catch {
    throw unreadable();
  }
  kubeConfig.users = kubeConfig.users.map(user => {
    const file = raw.users?.find(entry => entry.name === user.name)?.user
      ?.tokenFile;
    // client-node does not know kubectl's `tokenFile`, only its own in-cluster form of it. A file wins over a token, as in kubectl.
    return typeof file === 'string'
      ? {
          ...user,
          token: undefined,
          authProvider: { name: 'tokenFile', config: { tokenFile: file } },
        }
      : user;
  });
  return kubeConfig;
}

const pem = (data?: string, file?: string): string | undefined => {
  if (data) return Buffer.from(data, 'base64').toString('utf8');
  return file ? readFileSync(file, 'utf8') : undefined;
};

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

function serverUrl(address: string): URL {
  if (!URL.canParse(address)) {
    throw new Error(
      'The kubeconfig names no valid server address. It must be a URL that begins with https://.',
    );
  }
  const url = new URL(address);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new Error(
      `The kubeconfig's server ${url.origin} is plain http, which would send credentials in the clear. Use https.`,
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new Error(
      `The kubeconfig's server uses ${url.protocol}, which is not supported. Use https.`,
    );
  }
  return url;
}

function credentialsOf(user: User | null): Credentials {
  if (!user) return noCredentials;
  const file: unknown = user.authProvider?.config?.tokenFile;
  if (typeof file === 'string') return tokenFile(file);
  if (user.exec || user.authProvider) {
    throw new Error(
      `The kubeconfig's user "${user.name}" signs in through a plugin, which is not supported. Use a token, a token file or a client certificate.`,
    );
  }
  if (user.username) {
    throw new Error(
      `The kubeconfig's user "${user.name}" signs in by password, which Kubernetes dropped. Use a token, a token file or a client certificate.`,
    );
  }
  return user.token ? bearerToken(user.token) : noCredentials;
}

/**
 * Settings of the current context. Certificate files are read once, token files again and again.
 * @throws Error when the kubeconfig asks for what this client does not do: refusing is safer than leaving it out
 */
export function connectionSettings(kubeConfig: KubeConfig): ConnectionSettings {
  const cluster = kubeConfig.getCurrentCluster();
  if (!cluster) {
    throw new Error(
      'The kubeconfig has no current context that leads to a cluster. Set one with "kubectl config use-context".',
    );
  }
  if (cluster.proxyUrl) {
    throw new Error(
      `The kubeconfig's cluster "${cluster.name}" is behind a proxy (proxy-url), which is not supported. Connect directly.`,
    );
  }
  const user = kubeConfig.getCurrentUser();
  const cert = pem(user?.certData, user?.certFile);
  const key = pem(user?.keyData, user?.keyFile);
  if (Boolean(cert) !== Boolean(key)) {
    throw new Error(
      `The kubeconfig's user "${user?.name}" has a client certificate without its key, or the reverse. Add the missing half.`,
    );
  }
  return {
    server: serverUrl(cluster.server),
    ca: pem(cluster.caData, cluster.caFile),
    clientCertificate: cert && key ? { cert, key } : undefined,
    tlsServerName: cluster.tlsServerName,
    skipTlsVerify: cluster.skipTLSVerify ?? false,
    credentials: credentialsOf(user),
    impersonateUser: user?.impersonateUser,
  };
}
