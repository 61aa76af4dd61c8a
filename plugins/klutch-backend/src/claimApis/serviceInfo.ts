/** Describes an offered or bound API from its CRD on the control plane, and from its XRD if one exists. */
import {
  relatedComposition,
  specSchemaOf,
  type ClaimSchema,
} from '@klutch/backstage-plugin-klutch-common';
import {
  resourceName,
  type CustomResourceDefinition,
  type KubeObject,
} from '@klutch/kube';
import type { ApiDescriptor, ClaimObject } from './claimResource';
import { readCrdAnnotations, type ServiceFacts } from './crdAnnotations';

/** Description of an API. */
export interface ServiceInfo extends ServiceFacts {
  api: ApiDescriptor;
  /** `<plural>.<group>` */
  resource: string;
  schema: ClaimSchema;
  /** Value of `spec.compositionRef.name` for orders that name none. */
  defaultComposition?: string;
}

/** A Crossplane CompositeResourceDefinition, with the fields that select the default composition. */
export type Xrd = KubeObject & {
  spec?: {
    group?: string;
    claimNames?: { plural?: string };
    defaultCompositionRef?: { name?: string };
    enforcedCompositionRef?: { name?: string };
  };
};

/** The version to use: the storage version if served. */
function servedVersion(
  crd: CustomResourceDefinition,
): CustomResourceDefinition['spec']['versions'][number] | undefined {
  const served = crd.spec.versions.filter(version => version.served);
  return served.find(version => version.storage) ?? served[0];
}

/** The API of a CRD; undefined when it serves no version. */
export function apiOfCrd(
  crd: CustomResourceDefinition,
): ApiDescriptor | undefined {
  const version = servedVersion(crd)?.name;
  const { group, names } = crd.spec;
  return version
    ? { group, version, plural: names.plural, kind: names.kind }
    : undefined;
}

/** Index function: `<plural>.<group>` of the claims that an XRD offers. */
export function claimsOfXrd({ spec }: Xrd): string[] {
  const plural = spec?.claimNames?.plural;
  return plural ? [`${plural}.${spec.group}`] : [];
}

/**
 * Description of an API; undefined when its CRD serves no version.
 *
 * @param xrd - the one that offers the API's claims, if any
 */
export function serviceInfo(
  crd: CustomResourceDefinition,
  xrd?: Xrd,
): ServiceInfo | undefined {
  const api = apiOfCrd(crd);
  if (!api) return undefined;
  const defaultComposition =
    xrd?.spec?.enforcedCompositionRef?.name ??
    xrd?.spec?.defaultCompositionRef?.name;
  return {
    ...readCrdAnnotations(crd.metadata.annotations ?? {}, api),
    api,
    resource: resourceName(api),
    schema: (servedVersion(crd)?.schema?.openAPIV3Schema ?? {}) as ClaimSchema,
    ...(defaultComposition && { defaultComposition }),
  };
}

/**
 * Value of `spec.compositionRef.name` for an order that names none.
 *
 * @param subject - the instance that the order is about, or the backup that it restores: the order is of the same
 * automation
 */
export const compositionFor = (
  { defaultComposition, schema }: ServiceInfo,
  subject: ClaimObject | undefined,
): string | undefined =>
  relatedComposition(
    subject?.spec?.compositionRef?.name,
    specSchemaOf(schema),
    defaultComposition,
  ) ?? defaultComposition;

/** Description for claims whose API is not available from the control plane at present. */
export function unknownService(api: ApiDescriptor): ServiceInfo {
  return {
    ...readCrdAnnotations({}, api),
    api,
    resource: resourceName(api),
    schema: {},
  };
}
