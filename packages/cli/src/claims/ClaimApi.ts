/** The APIs of data services on an app cluster, read from what the API server publishes about them. */
import type { ClaimSchema } from '@klutch/backstage-plugin-klutch-common';
import { specSchemaOf } from '@klutch/backstage-plugin-klutch-common';
import {
  defineResource,
  resourceName,
  type KubeObject,
  type Resource,
} from '@klutch/kube';

/** What the claims of an API are. */
export type ClaimType = 'instance' | 'binding' | 'backup' | 'restore';

/** A resource in the discovery document of an API server (`APIResource`). */
export interface ApiResource {
  name: string;
  singularName?: string;
  namespaced: boolean;
  kind: string;
  shortNames?: string[];
  categories?: string[];
}

/** An API whose objects are claims. */
export interface ClaimApi {
  group: string;
  version: string;
  plural: string;
  singular: string;
  kind: string;
  shortNames: string[];
  type: ClaimType;
  /** Schema of `spec`, with CEL rules. */
  specSchema: ClaimSchema;
}

/** A claim with the fields that commands read. */
export type Claim = KubeObject & {
  spec?: {
    service?: string;
    plan?: string;
    instanceRef?: string;
    backupRef?: string;
    serviceInstanceType?: string;
    compositionRef?: { name?: string };
    [field: string]: unknown;
  };
  status?: {
    conditions?: ClaimCondition[] | null;
    managed?: {
      state?: string;
      /** Backups use `status` where other kinds use `state`. */
      status?: string;
      secret?: { name?: string };
      conditions?: ClaimCondition[] | null;
    };
  };
};

/** A condition in the format of Crossplane. */
export interface ClaimCondition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
}

/** The API's claims as a typed resource. */
export const claimResource = (api: ClaimApi): Resource<Claim> =>
  defineResource<Claim>({ ...api, namespaced: true });

/**
 * The type is read from the fields: annotations of the provider's CRD are not copied to the app cluster.
 */
function typeOf(
  { name, categories = [] }: ApiResource,
  { properties = {} }: ClaimSchema,
): ClaimType | undefined {
  if (properties.backupRef) return 'restore';
  if (properties.instanceRef) {
    return name.includes('backup') ? 'backup' : 'binding';
  }
  const isInstance =
    categories.includes('claim') || (properties.service && properties.plan);
  return isInstance ? 'instance' : undefined;
}

/**
 * The description of an API, or undefined when its objects are no claims.
 *
 * @param schema - OpenAPI schema of the whole object
 */
export function claimApiOf(
  { group, version }: { group: string; version: string },
  resource: ApiResource,
  schema: ClaimSchema,
): ClaimApi | undefined {
  const specSchema = specSchemaOf(schema);
  const type = resource.namespaced && typeOf(resource, specSchema);
  if (!type) return undefined;
  const { name, kind, singularName, shortNames = [] } = resource;
  const singular = singularName || kind.toLowerCase();
  return {
    group,
    version,
    plural: name,
    singular,
    kind,
    shortNames,
    type,
    specSchema,
  };
}

/** `backup.anynines.com/nightly`, as kubectl names objects. */
export const claimName = (
  { group, singular }: ClaimApi,
  { metadata }: KubeObject,
): string => `${resourceName({ group, plural: singular })}/${metadata.name}`;

/** Value of `spec.serviceInstanceType` in claims that refer to an instance, as `relatedSchema` spells it. */
export function serviceTypeOf(
  instanceApi: ClaimApi,
  relatedSchema: ClaimSchema = {},
): string {
  const type = instanceApi.singular.replace(/instance$/, '');
  const known = relatedSchema.properties?.serviceInstanceType?.enum ?? [];
  const match = known.find(
    value => typeof value === 'string' && value.toLowerCase() === type,
  );
  return typeof match === 'string' ? match : type;
}
