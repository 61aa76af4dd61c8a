/** Reads the Secret of a service binding. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  core,
  decodeSecretData,
  isForbidden,
  type KubeClient,
} from '@klutch/kube';
import type { Claim } from '../claims/ClaimApi';
import { isReady } from '../claims/claimState';
import type { CommandContext } from '../CommandContext';
import { withProgress } from '../progress';

/** The konnector syncs the credentials of a service binding after its status. */
const arrivalMs = 30_000;
const pollMs = 500;

/** The Secret with the credentials of a service binding. */
const secretNameOf = ({ metadata, status }: Claim): string =>
  status?.managed?.secret?.name ?? `${metadata.name}-creds`;

/**
 * The decoded credentials; undefined while they have not arrived.
 *
 * @throws Error when the Secret may not be read; no message holds a value
 */
async function readCredentials(
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

const notArrived = ({ metadata: { name } }: Claim): Error =>
  new Error(
    `The credentials of "${name}" have not arrived yet. "kubectl klutch trace ${name}" shows where the service binding is.`,
  );

/** Polls, because a user may have the right to get the Secret, and not to watch it. */
async function poll(
  client: KubeClient,
  binding: Claim,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const deadline = Date.now() + (isReady(binding) ? arrivalMs : 0);
  for (;;) {
    const values = await readCredentials(client, binding);
    if (values) return values;
    if (signal.aborted || Date.now() >= deadline) throw notArrived(binding);
    await delay(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * The decoded credentials. Waits for those of a ready service binding, which arrive a few seconds after it is ready.
 *
 * @throws Error when they have not arrived, or the Secret may not be read; no message holds a value
 */
export const awaitCredentials = (
  { signal = new AbortController().signal, stderr }: CommandContext,
  client: KubeClient,
  binding: Claim,
): Promise<Record<string, string>> =>
  withProgress(
    stderr,
    'Waiting for the credentials',
    poll(client, binding, signal),
  );
