/** What differs between the major versions of Crossplane, for a reader. */
import type { Resource, Unstructured } from '@klutch/kube';
import type { ObjectReference } from '../Problem';

/** An API that a CompositeResourceDefinition (XRD) defines. */
export interface CompositeApi {
  /** Objects that developers create: claims, or composites where there are no claims. */
  claims: Resource;
  /** Name of the Composition for objects that name none. */
  defaultComposition?: string;
}

/** Reads the objects of one major version. */
export interface CrossplaneVersion {
  /** Major version that the control plane runs. */
  readonly major: 1 | 2;
  /** The API of an XRD; undefined when nobody creates its objects by hand. */
  apiOf(xrd: Unstructured): CompositeApi | undefined;
  /** The composite of a claim; undefined when there is none yet, or the object is a composite itself. */
  compositeOf(claim: Unstructured): ObjectReference | undefined;
  /** The resources composed for a composite. */
  composedOf(composite: Unstructured): ObjectReference[];
}

type Spec = Record<string, unknown>;

const record = (value: unknown): Spec =>
  typeof value === 'object' && value !== null ? (value as Spec) : {};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const reference = (value: unknown): ObjectReference | undefined => {
  const { apiVersion, kind, name, namespace } = record(value);
  return text(apiVersion) && text(kind) && text(name)
    ? ({ apiVersion, kind, name, namespace } as ObjectReference)
    : undefined;
};

const references = (value: unknown): ObjectReference[] =>
  Array.isArray(value) ? value.flatMap(item => reference(item) ?? []) : [];

/** The version of an XRD whose objects are referred to. */
function referenceableVersion(xrd: Unstructured): string | undefined {
  const { versions } = record(xrd.spec);
  const all = Array.isArray(versions) ? versions.map(record) : [];
  return text((all.find(({ referenceable }) => referenceable) ?? all[0])?.name);
}

/** A resource of the XRD's group. */
function resourceFor(
  xrd: Unstructured,
  names: unknown,
  namespaced: boolean,
): Resource | undefined {
  const group = text(record(xrd.spec).group);
  const version = referenceableVersion(xrd);
  const { plural, kind } = record(names);
  return group && version && text(plural) && text(kind)
    ? {
        group,
        version,
        plural: plural as string,
        kind: kind as string,
        namespaced,
      }
    : undefined;
}

function apiFor(
  xrd: Unstructured,
  claims: Resource | undefined,
): CompositeApi | undefined {
  const { enforcedCompositionRef, defaultCompositionRef } = record(xrd.spec);
  const name =
    text(record(enforcedCompositionRef).name) ??
    text(record(defaultCompositionRef).name);
  return claims && { claims, ...(name && { defaultComposition: name }) };
}

/** Claims in namespaces, and cluster-scoped composites with references in their `spec`. */
export const crossplane1: CrossplaneVersion = {
  major: 1,
  apiOf: xrd =>
    apiFor(xrd, resourceFor(xrd, record(xrd.spec).claimNames, true)),
  compositeOf: claim => reference(claim.spec?.resourceRef),
  composedOf: composite => references(composite.spec?.resourceRefs),
};

/** Whether an XRD is of the kind that Crossplane 1 has; Crossplane 2 continues to serve these. */
const isLegacy = (xrd: Unstructured): boolean => {
  const { claimNames, scope } = record(xrd.spec);
  return scope === 'LegacyCluster' || (!scope && claimNames !== undefined);
};

/**
 * Composites in namespaces, with Crossplane's fields in `spec.crossplane`; those of older XRDs are as in Crossplane 1.
 */
export const crossplane2: CrossplaneVersion = {
  major: 2,
  apiOf: xrd =>
    isLegacy(xrd)
      ? crossplane1.apiOf(xrd)
      : apiFor(
          xrd,
          resourceFor(
            xrd,
            record(xrd.spec).names,
            record(xrd.spec).scope === 'Namespaced',
          ),
        ),
  compositeOf: crossplane1.compositeOf,
  composedOf: composite => {
    const { resourceRefs } = record(composite.spec?.crossplane);
    return resourceRefs
      ? references(resourceRefs)
      : crossplane1.composedOf(composite);
  },
};
