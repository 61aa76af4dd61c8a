/** Lets the token of one app cluster grow older than it is; nothing waits for a real one to age. */
import { names } from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import { tokenAnnotations } from '../../backendNames';

/** As if so many seconds had gone by for the token in a cluster namespace; the token itself stays as good as it was. */
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
