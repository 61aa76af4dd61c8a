/** Finds the backups, service bindings or restores of instances among all claims. Pure functions. */
import type { ClaimRef, Schemas } from '@klutch/backstage-plugin-klutch-common';

type Claim = Schemas['Claim'];

/** Identifies an instance among all app clusters. */
export const instanceKey = (
  { cluster, namespace }: Claim,
  resource: string | undefined,
  name: string | undefined,
) => [cluster, namespace, resource, name].join('/');

/** Whether a claim refers to the instance. */
export const isOfInstance = (
  { cluster, namespace, instanceResource, instanceRef }: Claim,
  instance: ClaimRef,
): boolean =>
  instanceRef === instance.name &&
  instanceResource === instance.resource &&
  namespace === instance.namespace &&
  cluster === instance.cluster;

/** The claims of the type that each instance has; claims of other types are ignored. */
export function claimsByInstance(
  claims: readonly Claim[],
  type: Claim['type'],
): (instance: Claim) => readonly Claim[] {
  const byInstance = new Map<string, Claim[]>();
  for (const claim of claims) {
    if (claim.type !== type) continue;
    const key = instanceKey(claim, claim.instanceResource, claim.instanceRef);
    const known = byInstance.get(key);
    if (known) known.push(claim);
    else byInstance.set(key, [claim]);
  }
  return instance =>
    byInstance.get(instanceKey(instance, instance.resource, instance.name)) ??
    [];
}
