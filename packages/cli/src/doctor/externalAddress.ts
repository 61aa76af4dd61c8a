/** Checks of the address that app clusters have of a control plane, as the newest binding holds it. */
import { bindResources, names, type ClusterBinding } from '@klutch/bind-api';
import { isLoopback } from '@klutch/binding-backend';
import {
  core,
  decodeSecretData,
  loadKubeConfig,
  readServerCertificate,
  type KubeClient,
} from '@klutch/kube';
import { reasonOf } from '../binding/providerRequest';
import { certificateFinding, type CheckedServer } from './certificateCheck';
import { ok, warning, type Finding } from './Finding';
import type { Check } from './runChecks';

const newestOf = (
  bindings: readonly ClusterBinding[],
): ClusterBinding | undefined => {
  const createdAt = ({ metadata }: ClusterBinding) =>
    Date.parse(metadata.creationTimestamp ?? '') || 0;
  return [...bindings].sort((a, b) => createdAt(b) - createdAt(a))[0];
};

/** The server of a konnector's kubeconfig, and how the konnector verifies it; the credentials are left out. */
export function serverOf(kubeconfig: string): CheckedServer | undefined {
  const cluster = loadKubeConfig(kubeconfig).getCurrentCluster();
  if (!cluster || !URL.canParse(cluster.server)) return undefined;
  const { caData, server, skipTLSVerify, tlsServerName } = cluster;
  return {
    url: server,
    // Reference backends in a pod name no certificate authority, and skip the verification.
    isVerified: !skipTLSVerify,
    ...(caData && { ca: Buffer.from(caData, 'base64').toString('utf8') }),
    ...(tlsServerName && { serverName: tlsServerName }),
  };
}

/** Undefined before there is an app cluster with a kubeconfig. */
async function readExternalServer(
  client: KubeClient,
  signal: AbortSignal,
): Promise<CheckedServer | undefined> {
  const { items } = await client.list(bindResources.clusterBindings, {
    signal,
  });
  const newest = newestOf(items);
  if (!newest) return undefined;
  const { metadata, spec } = newest;
  const secret = await client.get(
    core.secrets,
    { namespace: metadata.namespace, name: spec.kubeconfigSecretRef.name },
    { signal },
  );
  const kubeconfig = decodeSecretData(secret?.data ?? {})[names.kubeconfigKey];
  return kubeconfig ? serverOf(kubeconfig) : undefined;
}

const subject = 'address of the control plane for app clusters';

async function addressFinding(
  server: CheckedServer | undefined,
  signal: AbortSignal,
): Promise<Finding> {
  if (!server) {
    return warning(
      'Addresses',
      `${subject}: not known before an app cluster is bound`,
      "Until then it is only in the portal's Set-up page, and in the configuration of the binding backend.",
    );
  }
  const url = new URL(server.url);
  if (isLoopback(url.hostname)) {
    return warning(
      'Addresses',
      `${subject}: ${url.origin} leads to the same machine only`,
      'Set "externalServer" of the portal or of the binding backend to an address that app clusters reach.',
    );
  }
  try {
    await readServerCertificate(url, { signal });
    return ok('Addresses', `${subject}: ${url.origin} answers`);
  } catch (error) {
    if (signal.aborted) throw error;
    // Some networks let nobody reach a load balancer from behind it.
    return warning(
      'Addresses',
      `${subject}: ${url.origin} does not answer here: ${reasonOf(error)}`,
      'Try it from an app cluster; if it does not answer there, correct "externalServer" of the portal or of the binding backend.',
    );
  }
}

/** The address, and the certificates there and at the address of the client. */
export function externalAddressChecks(client: KubeClient): Check[] {
  let answer: Promise<CheckedServer | undefined> | undefined;
  const read = (signal: AbortSignal) => {
    answer ??= readExternalServer(client, signal);
    return answer;
  };
  return [
    {
      name: 'Addresses',
      subject,
      run: async signal => [await addressFinding(await read(signal), signal)],
    },
    {
      name: 'Certificates',
      subject: 'certificates of the control plane',
      run: async signal => {
        // The check of the address says why it is not known.
        const external = await read(signal).catch(() => undefined);
        const own = { url: client.server };
        const servers =
          external && new URL(external.url).origin === new URL(own.url).origin
            ? [external]
            : [own, ...(external ? [external] : [])];
        return Promise.all(servers.map(one => certificateFinding(one, signal)));
      },
    },
  ];
}
