/** Which binding a CRD is installed for, and how the CRD says so. Pure. */
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
 * True when the CRD is this binding's to take apart: installed for it, or for one of its name before it (the binding was
 * deleted and made again, or restored from a backup), or left by one. Of a name there is one binding at a time. One that
 * another binding or somebody by hand has taken over says so.
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
 * True when another binding answers for the objects of the CRD. One that cannot be seen from here counts as alive; one
 * that is being deleted lets the objects go itself, but does not keep this one from doing so.
 * @param facts.bindings - all that this konnector knows.
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

/** An owner in another cluster looks gone to the app cluster's garbage collector: the reference must not be there. */
export const hasCrossClusterOwner = isCrdInstalledFor;

/** The same CRD for a binding in another cluster: it notes the binding, and no owner reference crosses clusters. */
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

/** Metadata of a merge patch after which the CRD is no binding's. */
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
 * Why an existing CRD may not be touched, or undefined when it is this binding's. A CRD that carries our marker and
 * belongs to no binding that still exists was left by an unbind or restored from a backup; the binding takes it over.
 * @param facts.isRemoteBinding - bindings are in another cluster than the CRD.
 * @param facts.bindingUids - UIDs of all bindings this konnector knows.
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
    return `The CRD ${name} was installed for the binding ${installedBy ?? ''} on a control plane. Delete one of the two bindings. If the other one is gone for good, remove the annotation ${annotations.bindingUid} from the CRD.`;
  }
  const owners = bindingReferences(crd);
  // Whether those bindings exist cannot be seen from another cluster.
  if (facts.isRemoteBinding && owners.length > 0) {
    return `The CRD ${name} was installed for a binding of the app cluster itself. Delete one of the two bindings. If the other one is gone for good, remove the owner reference from the CRD.`;
  }
  if (owners.some(({ uid }) => facts.bindingUids.has(uid))) {
    return `The CRD ${name} was installed for another binding of the same name. Delete one of the two bindings.`;
  }
  return installedBy === undefined
    ? `The CRD ${name} exists and was not installed by a binding; it stays as it is. Remove it, or do not bind this API here.`
    : undefined;
}
