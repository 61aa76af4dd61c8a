/** The API of claims as a typed resource, with the fields of claims that the portal reads. */
import { defineResource, type KubeObject, type Resource } from '@klutch/kube';

/** The portal's field manager on all clusters. */
export const PORTAL_FIELD_MANAGER = 'klutch-portal';

/** Spec of a claim: the fields that the portal reads. */
export interface ClaimSpec {
  service?: string;
  plan?: string;
  instanceRef?: string;
  backupRef?: string;
  serviceInstanceType?: string;
  compositionRef?: { name?: string };
  [field: string]: unknown;
}

/** With a composition where the spec names none: CEL rules of APIs may read `compositionRef` without `has()`. */
export const withComposition = (
  spec: ClaimSpec,
  name: string | undefined,
): ClaimSpec =>
  spec.compositionRef || !name ? spec : { ...spec, compositionRef: { name } };

/** A condition in the format of Crossplane and CRDs. */
export interface KubeCondition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  severity?: string;
  lastTransitionTime?: string;
}

/** Status of a claim: Crossplane's conditions, and the provider's report under `managed`. */
export interface ClaimStatus {
  conditions?: KubeCondition[] | null;
  managed?: ManagedStatus;
  [field: string]: unknown;
}

/** `status.managed`; its fields depend on the composition. */
export interface ManagedStatus {
  state?: string;
  /** Backups use `status` where other kinds use `state`. */
  status?: string;
  provisionedAt?: string;
  size?: number;
  finished_at?: string;
  finishedAt?: string;
  secret?: { name?: string };
  /** Instances: figures in bytes or numbers. */
  usage?: Record<string, unknown> | null;
  /** Service bindings, and instances of services that report addresses without one. */
  connectionDetails?:
    | {
        hostURL?: string;
        port?: string;
        label?: string;
        database?: string;
      }[]
    | null;
  conditions?: KubeCondition[] | null;
  [field: string]: unknown;
}

/** A claim on an app cluster, or its provider copy. */
export type ClaimObject = KubeObject & {
  spec?: ClaimSpec;
  status?: ClaimStatus;
};

/** The Secret with the credentials of a service binding. */
export const secretNameOf = ({ metadata, status }: ClaimObject): string =>
  status?.managed?.secret?.name ?? `${metadata.name}-creds`;

/** An API, by its group, plural, kind and served version. */
export interface ApiDescriptor {
  group: string;
  version: string;
  plural: string;
  kind: string;
}

/** The API's claims as a typed resource. */
export const claimResource = (api: ApiDescriptor): Resource<ClaimObject> =>
  defineResource<ClaimObject>({
    group: api.group,
    version: api.version,
    plural: api.plural,
    kind: api.kind,
    namespaced: true,
  });
