/** An API whose claims the portal shows, and the one way to name it. */
import {
  defineResource,
  resourceName,
  type KubeObject,
  type Resource,
} from '@klutch/kube';

/** Spec of a claim, as far as the portal reads it. */
export interface ClaimSpec {
  service?: string;
  plan?: string;
  instanceRef?: string;
  backupRef?: string;
  serviceInstanceType?: string;
  compositionRef?: { name?: string };
  [field: string]: unknown;
}

/** A condition as Crossplane and CRDs write it. */
export interface KubeCondition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  severity?: string;
  lastTransitionTime?: string;
}

/** Status of a claim: Crossplane's conditions, and what the automation reports. */
export interface ClaimStatus {
  conditions?: KubeCondition[] | null;
  managed?: ManagedStatus;
  [field: string]: unknown;
}

/** `status.managed`: its fields differ by composition. */
export interface ManagedStatus {
  state?: string;
  /** Backups say `status` where others say `state`. */
  status?: string;
  provisionedAt?: string;
  size?: number;
  finished_at?: string;
  finishedAt?: string;
  secret?: { name?: string };
  conditions?: KubeCondition[] | null;
  [field: string]: unknown;
}

/** A claim on an app cluster or its copy on the control plane. */
export type ClaimObject = KubeObject & {
  spec?: ClaimSpec;
  status?: ClaimStatus;
};

/** Which API, by its group, plural, kind and served version. */
export interface ApiDescriptor {
  group: string;
  version: string;
  plural: string;
  kind: string;
}

/** `<plural>.<group>` */
export const apiName = (api: Pick<ApiDescriptor, 'group' | 'plural'>): string =>
  resourceName(api);

/** The API's claims as a resource of a cluster. */
export const claimResource = (api: ApiDescriptor): Resource<ClaimObject> =>
  defineResource<ClaimObject>({
    group: api.group,
    version: api.version,
    plural: api.plural,
    kind: api.kind,
    namespaced: true,
  });
