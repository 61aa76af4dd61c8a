/** Composes resources from a composite by patches, as function-patch-and-transform does. Pure functions. */
import { getField, setField } from './fieldPath';
import type { Patch, ResourceTemplate, Resources } from './resources';
import { applyTransforms } from './transforms';

/** A Kubernetes object of any kind. */
export type KubernetesObject = Record<string, unknown>;

/** What the control plane has at present. */
export interface Observed {
  composite: KubernetesObject;
  /** Composed resources by the name of their template. */
  composed: Record<string, KubernetesObject>;
}

/** What the control plane should have. */
export interface Desired {
  /** The fields of the composite that the Composition sets. */
  composite: KubernetesObject;
  composed: Record<string, { object: KubernetesObject; ready: boolean }>;
}

type FieldPatch = Exclude<Patch, { type: 'PatchSet' }>;

/** The patches of a template, with those of the patch sets it names. */
function patchesOf(
  { name, patches = [] }: ResourceTemplate,
  { patchSets = [] }: Resources,
): FieldPatch[] {
  return patches.flatMap(patch => {
    if (patch.type !== 'PatchSet') return [patch];
    const set = patchSets.find(other => other.name === patch.patchSetName);
    if (!set) {
      throw new Error(
        `The resource ${name} uses the patch set ${patch.patchSetName}, which does not exist.`,
      );
    }
    return set.patches.filter(
      (inner): inner is FieldPatch => inner.type !== 'PatchSet',
    );
  });
}

/** Copies one field; does nothing when the source has none. */
function applyPatch(
  { fromFieldPath, toFieldPath = fromFieldPath, transforms }: FieldPatch,
  from: object,
  to: object,
): void {
  const value = getField(from, fromFieldPath);
  if (value === undefined || value === null) return;
  try {
    setField(to, toFieldPath, applyTransforms(value, transforms));
  } catch (error) {
    throw new Error(
      `The patch from ${fromFieldPath} to ${toFieldPath} cannot be applied: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** Whether the resource's condition `Ready` is `True`. */
function isReady(object: KubernetesObject | undefined): boolean {
  const conditions = object && getField(object, 'status.conditions');
  return (
    Array.isArray(conditions) &&
    conditions.some(
      condition => condition.type === 'Ready' && condition.status === 'True',
    )
  );
}

/**
 * Composes all resources. Throws when a patch does not fit: a resource left out of the result would be deleted, so an
 * error must end the whole pipeline.
 */
export function patchAndTransform(
  resources: Resources,
  observed: Observed,
): Desired {
  const composite: KubernetesObject = {};
  const composed: Desired['composed'] = {};
  for (const template of resources.resources) {
    const { name, base, readinessChecks = [] } = template;
    const object = structuredClone(base);
    const existing = observed.composed[name];
    for (const patch of patchesOf(template, resources)) {
      if (patch.type === 'ToCompositeFieldPath') {
        if (existing) applyPatch(patch, existing, composite);
      } else {
        applyPatch(patch, observed.composite, object);
      }
    }
    composed[name] = {
      object,
      ready: readinessChecks.length > 0 || isReady(existing),
    };
  }
  return { composite, composed };
}
