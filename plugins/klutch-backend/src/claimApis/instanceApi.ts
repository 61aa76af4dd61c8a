/** Finds the service that a service binding, backup or restore belongs to. Pure functions. */
import type { ClaimSpec } from './claimResource';
import type { ServiceInfo } from './serviceInfo';

/**
 * The API of the instances that a claim refers to: that API lists the claim's API as a related one, and has the
 * service type in the claim's spec.
 *
 * @param info - API of the claim
 * @param services - the APIs to search
 * @returns undefined for instances, and when none or more than one matches
 */
export function instanceApiOf(
  info: ServiceInfo,
  spec: ClaimSpec | undefined,
  services: readonly ServiceInfo[],
): ServiceInfo | undefined {
  const { type, resource } = info;
  if (type === 'instance') return undefined;
  const wanted = spec?.serviceInstanceType;
  const owners = services.filter(
    service =>
      service.type === 'instance' &&
      service.relatedApis[type] === resource &&
      (!wanted || service.serviceType === wanted),
  );
  return owners.length === 1 ? owners[0] : undefined;
}
