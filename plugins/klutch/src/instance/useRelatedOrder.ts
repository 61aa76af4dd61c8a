/** What it takes to order a service binding, backup or restore for an instance, or why that is not possible. */
import { usePermission } from '@backstage/plugin-permission-react';
import { klutchClaimCreatePermission } from '@klutch/backstage-plugin-klutch-common';
import type { Claim, ClaimRequest, ClaimType, Service } from '../api/types';
import { useService, useServices } from '../hooks/useQueries';
import { useT, type T } from '../hooks/useT';

type RelatedType = Exclude<ClaimType, 'instance'>;

/** The API that the instance's service names for a claim type, as far as it is offered and bound where the instance is. */
export function findRelatedApi(
  services: Service[],
  type: RelatedType,
  instance: Claim,
  t: T,
): { service?: Service; reason?: string; isUnsupported?: boolean } {
  const api = t(`instance.offer.${type}`);
  const own = services.find(item => item.resource === instance.resource);
  if (!own) {
    return { reason: t('instance.offer.noType') };
  }
  const resource = own.relatedApis?.[type];
  if (!resource) {
    return {
      reason: t('instance.offer.unnamed', { api, title: own.title }),
      isUnsupported: true,
    };
  }
  const service = services.find(item => item.resource === resource);
  const cluster = service?.clusters.find(item => item.id === instance.cluster);
  // A withdrawn API can be ordered where it is bound, and bound nowhere else.
  if (!service || (!cluster?.bound && !service.offered)) {
    return { reason: t('instance.offer.notOffered', { api }) };
  }
  if (!cluster?.bound) {
    return {
      reason: t('instance.offer.notBound', {
        api,
        cluster: cluster?.title ?? instance.cluster,
      }),
    };
  }
  return { service };
}

export interface RelatedOrder {
  /** Why it cannot be ordered now, in words. */
  reason?: string;
  /** The service names no API for this, so there are none. */
  isUnsupported: boolean;
  /** Whether it can be ordered now. */
  ready: boolean;
  /** The claim to send. */
  request: (name: string, spec?: Record<string, unknown>) => ClaimRequest;
}

export function useRelatedOrder(
  instance: Claim,
  type: RelatedType,
): RelatedOrder {
  const t = useT();
  const services = useServices();
  const permission = usePermission({ permission: klutchClaimCreatePermission });
  const items = services.data?.items;
  const found: Partial<ReturnType<typeof findRelatedApi>> = items
    ? findRelatedApi(items, type, instance, t)
    : {};
  const detail = useService(found.service?.resource);
  const serviceType = items?.find(
    item => item.resource === instance.resource,
  )?.serviceType;

  let { reason } = found;
  if (!permission.loading && !permission.allowed) {
    reason = t('shared.permission.create');
  } else if (instance.deleting) {
    reason = t('instance.offer.deleting', { name: instance.name });
  } else if (items && !reason && !serviceType) {
    reason = t('instance.offer.noType');
  }
  return {
    reason,
    isUnsupported: found.isUnsupported ?? false,
    ready: !reason && !permission.loading && detail.isSuccess,
    request: (name, spec) => ({
      cluster: instance.cluster,
      namespace: instance.namespace,
      resource: found.service?.resource ?? '',
      name,
      spec: {
        ...spec,
        serviceInstanceType: serviceType,
        ...(detail.data?.defaultComposition && {
          compositionRef: { name: detail.data.defaultComposition },
        }),
      },
    }),
  };
}
