/** Builds the claim for a service binding, backup or restore of an instance, or returns why none can be created. */
import {
  relatedRequest,
  type RelatedType,
} from '@klutch/backstage-plugin-klutch-common';
import type { Claim, ClaimDetail, ClaimRequest, Service } from '../api/types';
import { useForbidden } from '../hooks/useForbidden';
import { useServices } from '../hooks/useQueries';
import { useT, type T } from '../hooks/useT';

/** The related API of the instance's service for a claim type, or the reason when the API cannot be used there. */
export function findRelatedApi(
  services: Service[],
  type: RelatedType,
  instance: Claim,
  t: T,
): { service?: Service; reason?: string; isUnsupported?: boolean } {
  const api = t(`instance.offer.${type}`);
  const instanceService = services.find(
    item => item.resource === instance.resource,
  );
  if (!instanceService) {
    return { reason: t('instance.offer.noType') };
  }
  const resource = instanceService.relatedApis?.[type];
  if (!resource) {
    return {
      reason: t('instance.offer.unnamed', {
        api,
        title: instanceService.title,
      }),
      isUnsupported: true,
    };
  }
  const service = services.find(item => item.resource === resource);
  const cluster = service?.clusters.find(item => item.id === instance.cluster);
  // A withdrawn API still works on app clusters that bind it, but cannot be bound to others.
  if (!service || (!cluster?.bound && !service.offered)) {
    return { reason: t('instance.offer.notOffered', { api }) };
  }
  if (!cluster?.bound) {
    return {
      reason: t('instance.offer.notBound', {
        api,
        cluster: instance.clusterTitle,
      }),
    };
  }
  return { service };
}

export interface RelatedOrder {
  /** Why the claim cannot be created now, as a message for users. */
  reason?: string;
  /** The service has no related API for this claim type. */
  isUnsupported: boolean;
  /** The API of the claim, once it is known. */
  service?: Service;
  /** Whether the claim can be created now. */
  ready: boolean;
  /** Builds the request body. */
  request: (name: string, spec?: Record<string, unknown>) => ClaimRequest;
}

export function useRelatedOrder(
  instance: ClaimDetail,
  type: RelatedType,
): RelatedOrder {
  const t = useT();
  const services = useServices();
  const forbidden = useForbidden(instance);
  const items = services.data?.items;
  const found: Partial<ReturnType<typeof findRelatedApi>> = items
    ? findRelatedApi(items, type, instance, t)
    : {};
  const serviceType = items?.find(
    item => item.resource === instance.resource,
  )?.serviceType;

  let { reason } = found;
  if (instance.deleting) {
    reason = t('instance.offer.deleting', { name: instance.name });
  } else if (items && !serviceType) {
    reason ??= t('instance.offer.noType');
  }
  // Nobody has rights for an API that is not bound.
  reason ??= forbidden.create(type);
  return {
    reason,
    isUnsupported: found.isUnsupported ?? false,
    service: found.service,
    ready: !reason && !forbidden.loading && services.isSuccess,
    request: (name, spec) =>
      relatedRequest(
        { resource: found.service?.resource ?? '', serviceType },
        instance,
        name,
        spec,
      ),
  };
}
