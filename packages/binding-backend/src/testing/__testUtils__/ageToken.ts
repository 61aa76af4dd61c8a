/** Makes the token of one app cluster older, so that no test waits for a real one to age. */
import { names } from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import { tokenAnnotations } from '../../backendNames';

/**
 * Moves the recorded times of the token in a cluster namespace back by a number of seconds; the validity of the token
 * itself does not change.
 */
export const ageToken = async (
  admin: KubeClient,
  namespace: string,
  seconds: number,
): Promise<void> => {
  const key = { namespace, name: names.kubeconfigSecret };
  const secret = await admin.get(core.secrets, key);
  const times = [
    tokenAnnotations.issuedAt,
    tokenAnnotations.expiresAt,
    tokenAnnotations.previousExpiresAt,
  ].flatMap(annotation => {
    const time = Date.parse(secret?.metadata.annotations?.[annotation] ?? '');
    if (Number.isNaN(time)) return [];
    const then = new Date(time - seconds * 1_000).toISOString();
    return [[annotation, then] as const];
  });
  await admin.mergePatch(core.secrets, key, {
    metadata: { annotations: Object.fromEntries(times) },
  });
};
