/** Sanitizes uploaded kubeconfigs by a policy, and creates clients that connect under that policy. */
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import {
  createClient,
  guardedLookup,
  KubeconfigRefusedError,
  loadKubeConfig,
  sanitizeKubeConfig,
  type ClientOptions,
  type KubeConfigPolicy,
  type SanitizedKubeConfig,
  type KubeClient,
  type Logger,
} from '@klutch/kube';
import { InvalidError } from '../errors/InvalidError';
import { withAllowedGroups } from './allowedGroups';
import { kubeconfigRefusal } from './kubeconfigRefusal';

/** Turns a policy violation into an error for the form's field. */
function toInvalidError(error: unknown): unknown {
  if (!(error instanceof KubeconfigRefusedError)) return error;
  const refusal = kubeconfigRefusal(error);
  return new InvalidError(
    explain('KubeconfigRefused', {
      error: refusal.message,
      errorReason: refusal.reason,
    }),
    [{ field: 'kubeconfig', ...refusal }],
  );
}

/**
 * The parts of an uploaded kubeconfig that may be used.
 *
 * @throws InvalidError with the reason in its message; never quotes the file
 */
export function sanitizeUploadedKubeconfig(
  yaml: string,
  policy: KubeConfigPolicy,
): SanitizedKubeConfig {
  try {
    return sanitizeKubeConfig(yaml, policy);
  } catch (error) {
    throw toInvalidError(error);
  }
}

/**
 * Checks that the host of an uploaded kubeconfig resolves to a permitted address. Connections repeat this check for
 * themselves; this one only yields a message that names the cause.
 *
 * @param resolve - address resolver; default: the system's
 * @throws InvalidError when the host does not exist, or resolves to an address that the policy refuses
 */
export async function checkUploadedHost(
  host: string,
  policy: KubeConfigPolicy,
  resolve: LookupFunction = lookup,
): Promise<void> {
  if (isIP(host) !== 0) return;
  try {
    await promisify(guardedLookup(policy, resolve))(host, { all: true });
  } catch (error) {
    if (error instanceof KubeconfigRefusedError) throw toInvalidError(error);
    throw new InvalidError(explain('KubeconfigHostUnknown', { host }), [
      {
        field: 'kubeconfig',
        ...explain('KubeconfigServerUnresolved', { host }),
      },
    ]);
  }
}

/** The server of a sanitized kubeconfig. */
export interface UploadedServer {
  url: URL;
  /** PEM of the certificate authority; default: those of the platform. */
  ca?: string;
  /** Name that the certificate must contain; default: the host. */
  serverName?: string;
  /** Returns only addresses that the policy allows. */
  lookup: LookupFunction;
}

/**
 * The server of a kubeconfig that was sanitized under the policy, for connections beside the client's. Node calls no
 * lookup for a server given by IP address, which sanitizing has checked.
 */
export function uploadedServer(
  kubeconfig: string,
  policy: KubeConfigPolicy,
): UploadedServer {
  const { caData, server, tlsServerName } =
    loadKubeConfig(kubeconfig).getCurrentCluster() ?? {};
  return {
    url: new URL(server ?? ''),
    ca: caData && Buffer.from(caData, 'base64').toString('utf8'),
    serverName: tlsServerName,
    lookup: guardedLookup(policy),
  };
}

/**
 * A client for a sanitized kubeconfig. The client connects only to addresses that the policy allows, even when the
 * server's name resolves differently later, and leaves out groups that its user may not impersonate.
 *
 * @param logger - logs groups that are left out
 * @throws Error with a readable message when the kubeconfig cannot be used
 */
export const createUploadedClient = (
  kubeconfig: string,
  policy: KubeConfigPolicy,
  options: Omit<ClientOptions, 'policy' | 'lookup'>,
  logger?: Logger,
): KubeClient => {
  const client = createClient(loadKubeConfig(kubeconfig), {
    ...options,
    policy,
    lookup: guardedLookup(policy),
  });
  return withAllowedGroups(client, logger);
};
