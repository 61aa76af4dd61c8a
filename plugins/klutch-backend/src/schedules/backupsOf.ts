/** Finds the backups of instances among all claims. Pure functions. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

type Claim = Schemas['Claim'];

const instanceKey = (
  { cluster, namespace }: Claim,
  resource: string | undefined,
  name: string | undefined,
) => [cluster, namespace, resource, name].join('/');

/** The backups of each instance; claims of other types are ignored. */
export function backupsByInstance(
  claims: readonly Claim[],
): (instance: Claim) => readonly Claim[] {
  const backups = new Map<string, Claim[]>();
  for (const claim of claims) {
    if (claim.type !== 'backup') continue;
    const key = instanceKey(claim, claim.instanceResource, claim.instanceRef);
    const known = backups.get(key);
    if (known) known.push(claim);
    else backups.set(key, [claim]);
  }
  return instance =>
    backups.get(instanceKey(instance, instance.resource, instance.name)) ?? [];
}

/** The backups of one instance. */
export const backupsOf = (
  instance: Claim,
  claims: readonly Claim[],
): readonly Claim[] => backupsByInstance(claims)(instance);
