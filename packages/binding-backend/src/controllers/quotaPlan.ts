/** How many service namespaces an app cluster may ask for: a ResourceQuota in its cluster namespace. Pure. */
import { apiName, bindResources, crds } from '@klutch/bind-api';
import {
  defineResource,
  type CustomResourceDefinition,
  type KubeObject,
} from '@klutch/kube';
import { serviceNamespaceQuota } from '../backendNames';

/** As Kubernetes has it. */
export interface ResourceQuota extends KubeObject {
  spec?: { hard?: Record<string, string> };
}

/** Of the core API. */
export const resourceQuotas = defineResource<ResourceQuota>({
  group: '',
  version: 'v1',
  plural: 'resourcequotas',
  kind: 'ResourceQuota',
  namespaced: true,
});

const { group, plural } = bindResources.serviceNamespaces;
const countKey = `count/${apiName({ group, resource: plural })}`;

/** The CRD of what is counted. */
export const countedCrd = crds.apiServiceNamespaces.metadata.name ?? '';

/**
 * A quota refuses everything that it names until the control plane's quota controller counts that type, which may be five
 * and a half minutes after its CRD was installed. Milliseconds.
 */
const quotaReadyAfter = 10 * 60_000;

/** In how many milliseconds a quota may be made; 0 at once. */
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

/** Kubernetes writes 1000 as 1k; undefined for a quantity that counts nothing. */
const countOf = (quantity: string): number | undefined => {
  const [, digits, suffix = ''] = /^(\d+)([kM]?)$/.exec(quantity) ?? [];
  return digits === undefined
    ? undefined
    : Number(digits) * (factors[suffix] ?? 1);
};

/** 0: none; undefined for one that cannot be read. */
export const limitIn = ({ spec }: ResourceQuota): number | undefined => {
  const quantity = spec?.hard?.[countKey];
  return quantity === undefined ? 0 : countOf(quantity);
};

/** What to do about the quota of a cluster namespace. */
export type QuotaPlan =
  | { action: 'create'; quota: ResourceQuota }
  /** A merge patch. */
  | { action: 'patch'; patch: object }
  /** It is as it should be, or as an operator wants it. */
  | { action: 'keep' };

/**
 * Only a limit that the backend wrote follows the configuration.
 * @param found - the quota of that name, if there is one
 * @param limit - 0: none
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
  const { annotations: noted, resourceVersion, uid } = found.metadata;
  const written = noted?.[serviceNamespaceQuota.limit];
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
