/** Which service a service binding, backup or restore belongs to; pure. */
import type { ClaimSpec } from '../inventory/api';
import type { ServiceInfo } from './serviceInfo';

/**
 * The API of the instances that a claim is about: it names the claim's API as one of its own, and has the service type
 * that the claim asks for.
 *
 * @param info - API of the claim
 * @param services - among which the API is
 * @returns undefined for instances, and when no API or more than one says so
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
