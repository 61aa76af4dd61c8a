/** Converts an export to the CRD of the app cluster, and determines the owner of an installed CRD. */
import type { CustomResourceDefinition, OwnerReference } from '@klutch/kube';
import { copyNames, withStorageVersion } from './exportVersions';
import { annotations, names } from './names';
import { bindResources } from './resources';
import type { APIServiceBinding } from './types/apiServiceBinding';
import type { APIServiceExport } from './types/apiServiceExport';

/** The owner reference that marks a CRD as installed for a binding, in the form that the upstream konnector checks. */
export const bindingOwnerReference = (
  binding: APIServiceBinding,
): OwnerReference => ({
  apiVersion: names.apiVersion,
  kind: bindResources.bindings.kind,
  name: binding.metadata.name ?? '',
  uid: binding.metadata.uid ?? '',
  controller: true,
});

/** Value of the `installed-by` annotation for a binding: `<namespace>/<name>`, or `<name>` for a cluster-scoped one. */
export const installedByValue = (binding: APIServiceBinding): string =>
  [binding.metadata.namespace, binding.metadata.name].filter(Boolean).join('/');

/** True when the CRD was installed for exactly this binding object (group, kind, name and UID agree). */
export const isCrdInstalledFor = (
  crd: CustomResourceDefinition,
  binding: APIServiceBinding,
): boolean =>
  (crd.metadata.ownerReferences ?? []).some(
    owner =>
      owner.apiVersion.split('/')[0] === names.group &&
      owner.kind === bindResources.bindings.kind &&
      owner.name === binding.metadata.name &&
      owner.uid === binding.metadata.uid,
  );

/** The app cluster's CRD for an export, owned by the binding; without conversion. */
export const exportToCrd = (
  apiExport: APIServiceExport,
  binding: APIServiceBinding,
): CustomResourceDefinition => {
  const { group, names: crdNames, scope, versions } = apiExport.spec;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: apiExport.metadata.name,
      annotations: { [annotations.installedBy]: installedByValue(binding) },
      ownerReferences: [bindingOwnerReference(binding)],
    },
    spec: {
      group,
      names: copyNames(crdNames),
      scope,
      versions: withStorageVersion(versions).map(version => ({
        ...version,
        subresources: version.subresources ?? {},
      })),
    },
  };
};
