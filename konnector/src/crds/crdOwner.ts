/** Which binding a CRD is installed for, and how the CRD records the binding. Pure. */
import {
  bindResources,
  installedByValue,
  isCrdInstalledFor,
  names,
  type APIServiceBinding,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import { annotations } from '../markers';

const recordedBindingUid = ({ metadata }: CustomResourceDefinition) =>
  metadata.annotations?.[annotations.bindingUid];

const bindingReferences = ({ metadata }: CustomResourceDefinition) =>
  (metadata.ownerReferences ?? []).filter(
    ({ apiVersion, kind }) =>
      apiVersion.split('/')[0] === names.group &&
      kind === bindResources.bindings.kind,
  );

/** True when the CRD was installed for exactly this binding object. */
export const isInstalledFor = (
  crd: CustomResourceDefinition,
  binding: APIServiceBinding,
): boolean =>
  isCrdInstalledFor(crd, binding) ||
  (recordedBindingUid(crd) !== undefined &&
    recordedBindingUid(crd) === binding.metadata.uid);

/**
 * True when this binding may finalize the CRD: it was installed for this binding or for a former one of the same name
 * (recreated or restored from a backup), or left behind by one. There is only one binding of a name at a time. A CRD
 * that another binding or an operator has taken over has a different mark.
 */
export const isOwnedByBinding = (
  crd: CustomResourceDefinition,
  binding: APIServiceBinding,
): boolean =>
  isInstalledFor(crd, binding) ||
  (recordedBindingUid(crd) === undefined &&
    crd.metadata.annotations?.[annotations.installedBy] ===
      installedByValue(binding));

/**
 * True when another binding is responsible for the objects of the CRD. A binding in another cluster, which cannot be
 * read, counts as existing; one that is being deleted removes its finalizers itself, but does not prevent this binding
 * from doing so.
 * @param facts.bindings - all bindings in this konnector's cache.
 * @param facts.isRemoteBinding - bindings are in another cluster than the CRD.
 */
export function isOwnedByAnotherBinding(
  crd: CustomResourceDefinition,
  binding: APIServiceBinding,
  facts: { bindings: readonly APIServiceBinding[]; isRemoteBinding: boolean },
): boolean {
  if (isOwnedByBinding(crd, binding)) return false;
  if (recordedBindingUid(crd) !== undefined) return true;
  if (facts.isRemoteBinding && bindingReferences(crd).length > 0) return true;
  return facts.bindings.some(
    other =>
      other.metadata.uid !== binding.metadata.uid &&
      !other.metadata.deletionTimestamp &&
      isOwnedByBinding(crd, other),
  );
}

/**
 * The CRD for a binding in another cluster: an annotation records the binding,
 * and the owner reference is removed, as references cannot cross clusters.
 */
export function withRemoteBinding(
  crd: CustomResourceDefinition,
  binding: APIServiceBinding,
): CustomResourceDefinition {
  const { ownerReferences: _, ...metadata } = crd.metadata;
  return {
    ...crd,
    metadata: {
      ...metadata,
      annotations: {
        ...metadata.annotations,
        [annotations.bindingUid]: binding.metadata.uid ?? '',
      },
    },
  };
}

/** Metadata of a merge patch that removes all references to bindings from the CRD. */
export const withoutBindingPatch = (crd: CustomResourceDefinition) => {
  const ofBindings = bindingReferences(crd);
  return {
    ownerReferences: (crd.metadata.ownerReferences ?? []).filter(
      reference => !ofBindings.includes(reference),
    ),
    ...(recordedBindingUid(crd) !== undefined && {
      annotations: { [annotations.bindingUid]: null },
    }),
  };
};

/**
 * Why an existing CRD must not be changed, or undefined when it belongs to this binding. A CRD with the installed-by
 * annotation but no existing binding was left by an unbind or restored from a backup; this binding takes it over.
 * @param facts.isRemoteBinding - bindings are in another cluster than the CRD.
 * @param facts.bindingUids - UIDs of all bindings in this konnector's cache.
 */
export function foreignCrdReason(
  crd: CustomResourceDefinition,
  facts: {
    binding: APIServiceBinding;
    isRemoteBinding: boolean;
    bindingUids: ReadonlySet<string>;
  },
): string | undefined {
  if (isInstalledFor(crd, facts.binding)) return undefined;
  const { name } = crd.metadata;
  const installedBy = crd.metadata.annotations?.[annotations.installedBy];
  if (recordedBindingUid(crd) !== undefined) {
    return `The CRD ${name} was installed for the binding ${installedBy ?? ''} on a control plane cluster. Delete one of the two bindings. If the other binding no longer exists, remove the annotation ${annotations.bindingUid} from the CRD.`;
  }
  const owners = bindingReferences(crd);
  // From another cluster it is unknown whether those bindings exist.
  if (facts.isRemoteBinding && owners.length > 0) {
    return `The CRD ${name} was installed for a binding of the app cluster itself. Delete one of the two bindings. If the other binding no longer exists, remove the owner reference from the CRD.`;
  }
  if (owners.some(({ uid }) => facts.bindingUids.has(uid))) {
    return `The CRD ${name} was installed for another binding of the same name. Delete one of the two bindings.`;
  }
  return installedBy === undefined
    ? `The CRD ${name} exists and was not installed by a binding; it stays as it is. Delete the CRD, or do not bind this API on this cluster.`
    : undefined;
}
