/** Reads the Secret of a service binding. */
import {
  core,
  decodeSecretData,
  isForbidden,
  type KubeClient,
} from '@klutch/kube';
import type { Claim } from '../claims/ClaimApi';

/** The Secret with the credentials of a service binding. */
const secretNameOf = ({ metadata, status }: Claim): string =>
  status?.managed?.secret?.name ?? `${metadata.name}-creds`;

/**
 * The decoded credentials; undefined while they have not arrived.
 *
 * @throws Error when the Secret may not be read; no message holds a value
 */
export async function readCredentials(
  client: KubeClient,
  binding: Claim,
): Promise<Record<string, string> | undefined> {
  const { namespace } = binding.metadata;
  const name = secretNameOf(binding);
  try {
    const secret = await client.get(core.secrets, { namespace, name });
    // The provider creates the Secret before its data is ready.
    return secret?.data && Object.keys(secret.data).length > 0
      ? decodeSecretData(secret.data)
      : undefined;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new Error(
      `You may not read the secret "${name}" in namespace "${namespace}". Ask for the right to get this secret.`,
    );
  }
}

/** The error while credentials have not arrived. */
export const notArrived = (binding: Claim): Error =>
  new Error(
    `The credentials of "${binding.metadata.name}" have not arrived yet. Wait until the service binding is ready: kubectl get servicebinding ${binding.metadata.name} -w`,
  );
