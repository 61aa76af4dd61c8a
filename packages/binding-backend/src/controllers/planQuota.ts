/** The limit of service namespaces that an app cluster may request: a ResourceQuota in its cluster namespace; pure. */
import { bindResources, crds } from '@klutch/bind-api';
import {
  defineResource,
  resourceName,
  type CustomResourceDefinition,
  type KubeObject,
} from '@klutch/kube';
import { serviceNamespaceQuota } from '../backendNames';

/** The Kubernetes object. */
export interface ResourceQuota extends KubeObject {
  spec?: { hard?: Record<string, string> };
}

/** Resource of the core API. */
export const resourceQuotas = defineResource<ResourceQuota>({
  group: '',
  version: 'v1',
  plural: 'resourcequotas',
  kind: 'ResourceQuota',
  namespaced: true,
});

const countKey = `count/${resourceName(bindResources.serviceNamespaces)}`;

/** Name of the CRD whose objects are counted. */
export const countedCrd = crds.apiServiceNamespaces.metadata.name ?? '';

/**
 * A ResourceQuota rejects every object of its types until the control plane cluster's quota controller counts that
 * type, which may take up to five and a half minutes after the CRD was installed. Milliseconds.
 */
const quotaReadyAfter = 10 * 60_000;

/** Delay in milliseconds until a ResourceQuota may be created; 0: at once. */
export const quotaDelay = (
  crd: CustomResourceDefinition | undefined,
  now: Date,
): number => {
  const installedAt = Date.parse(crd?.metadata.creationTimestamp ?? '');
  return Number.isNaN(installedAt)
    ? quotaReadyAfter
    : Math.max(0, installedAt + quotaReadyAfter - now.getTime());
};

const factors: Record<string, number> = { '': 1, k: 1e3, M: 1e6 };

/** Kubernetes writes 1000 as 1k; undefined for a quantity that is no count. */
const countOf = (quantity: string): number | undefined => {
  const [, digits, suffix = ''] = /^(\d+)([kM]?)$/.exec(quantity) ?? [];
  return digits === undefined
    ? undefined
    : Number(digits) * (factors[suffix] ?? 1);
};

/** 0: no limit; undefined for an unreadable limit. */
export const limitIn = ({ spec }: ResourceQuota): number | undefined => {
  const quantity = spec?.hard?.[countKey];
  return quantity === undefined ? 0 : countOf(quantity);
};

/** What to do with the ResourceQuota of a cluster namespace. */
export type QuotaPlan =
  | { action: 'create'; quota: ResourceQuota }
  /** A merge patch. */
  | { action: 'patch'; patch: object }
  /** The ResourceQuota is up to date, or was set by an operator. */
  | { action: 'keep' };

/**
 * Only a limit that the backend wrote follows the configuration.
 * @param found - the existing ResourceQuota of that name, if any
 * @param limit - 0: no limit
 */
export const planQuota = (
  namespace: string,
  found: ResourceQuota | undefined,
  limit: number,
): QuotaPlan => {
  const annotations = { [serviceNamespaceQuota.limit]: String(limit) };
  if (!found) {
    if (limit === 0) return { action: 'keep' };
    return {
      action: 'create',
      quota: {
        apiVersion: 'v1',
        kind: resourceQuotas.kind,
        metadata: { namespace, name: serviceNamespaceQuota.name, annotations },
        spec: { hard: { [countKey]: String(limit) } },
      },
    };
  }
  const { annotations: current, resourceVersion, uid } = found.metadata;
  const written = current?.[serviceNamespaceQuota.limit];
  const isOurs = written !== undefined && Number(written) === limitIn(found);
  if (!isOurs || Number(written) === limit) return { action: 'keep' };
  return {
    action: 'patch',
    patch: {
      metadata: { uid, resourceVersion, annotations },
      spec: { hard: { [countKey]: limit === 0 ? null : String(limit) } },
    },
  };
};
