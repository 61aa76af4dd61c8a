/** Uploaded kubeconfigs: sanitized by a policy, and the clients that connect under that policy. */
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
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
} from '@klutch/kube';
import { InvalidError } from '../errors/InvalidError';

/** The refusal as an error about the field of the form. */
function toInvalidError(error: unknown): unknown {
  return error instanceof KubeconfigRefusedError
    ? new InvalidError(error.message, [
        { field: 'kubeconfig', message: error.explanation },
      ])
    : error;
}

/**
 * What may be used of an uploaded kubeconfig.
 *
 * @throws InvalidError with the reason in words; never quotes the file
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
 * Whether the host of an uploaded kubeconfig leads to where it may, now. Connections check it again, each for itself:
 * this is only for words that say which of the two is wrong.
 *
 * @param resolve - who knows addresses; default: the system
 * @throws InvalidError when it does not exist, or leads to an address that the policy refuses
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
    throw new InvalidError(`There is no host ${host}.`, [
      {
        field: 'kubeconfig',
        message: `Its server ${host} is not known here. Check the address.`,
      },
    ]);
  }
}

/**
 * A client for a sanitized kubeconfig. Wherever its server's name leads to later, it connects only to what the
 * policy allows.
 *
 * @throws Error in words when the kubeconfig cannot be used
 */
export const createUploadedClient = (
  kubeconfig: string,
  policy: KubeConfigPolicy,
  options: Omit<ClientOptions, 'policy' | 'lookup'>,
): KubeClient =>
  createClient(loadKubeConfig(kubeconfig), {
    ...options,
    policy,
    lookup: guardedLookup(policy),
  });
