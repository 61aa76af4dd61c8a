/** Turns a provider CRD into the CRD part of an export, and an export into the CRD of the app cluster. */
import { versionPattern } from './crds/schema';
import { annotations, names } from './names';
import type { Result } from './result';
import { apiServiceBindingResource } from './resources';
import type { APIServiceBinding } from './types/apiServiceBinding';
import type {
  APIServiceExport,
  APIServiceExportCrdSpec,
  APIServiceExportVersion,
} from './types/apiServiceExport';
import type {
  CrdNames,
  CrdVersion,
  CustomResourceDefinition,
} from './types/customResourceDefinition';
import type { OwnerReference } from './types/meta';

const validVersion = new RegExp(versionPattern);

const copyNames = (from: CrdNames): CrdNames => ({
  plural: from.plural,
  ...(from.singular && { singular: from.singular }),
  ...(from.shortNames?.length && { shortNames: [...from.shortNames] }),
  kind: from.kind,
  ...(from.listKind && { listKind: from.listKind }),
  ...(from.categories?.length && { categories: [...from.categories] }),
});

const copyVersion = (
  from: CrdVersion,
  openAPIV3Schema: APIServiceExportVersion['schema']['openAPIV3Schema'],
): APIServiceExportVersion => ({
  name: from.name,
  served: from.served,
  storage: from.storage,
  ...(from.deprecated && { deprecated: true }),
  ...(from.deprecationWarning && {
    deprecationWarning: from.deprecationWarning,
  }),
  schema: { openAPIV3Schema },
  subresources: from.subresources ?? {},
  ...(from.additionalPrinterColumns?.length && {
    additionalPrinterColumns: from.additionalPrinterColumns,
  }),
});

/** A CRD needs exactly one stored version; when the stored one is not served, and so not exported, the first takes its place. */
const withStorageVersion = (
  versions: APIServiceExportVersion[],
): APIServiceExportVersion[] => {
  const stored = Math.max(
    versions.findIndex(version => version.storage),
    0,
  );
  return versions.map((version, index) => ({
    ...version,
    storage: index === stored,
  }));
};

/**
 * The part of an export that comes from the CRD: group, names, scope and the served versions with their schemas.
 * Metadata, conversion, selectable fields and versions that are not served stay behind. Because an export carries no
 * conversion, a CRD with a conversion webhook gives one version only: the stored one, or the first served.
 * @returns an error in words when the CRD cannot be exported (no served version, unusual version name, no schema).
 */
export const crdToExportSpec = (
  crd: CustomResourceDefinition,
): Result<APIServiceExportCrdSpec> => {
  const fail = (why: string) => ({
    ok: false as const,
    error: `CRD ${crd.metadata.name} cannot be exported: ${why}`,
  });
  const versions: APIServiceExportVersion[] = [];
  for (const version of crd.spec.versions) {
    if (!version.served) continue;
    if (!validVersion.test(version.name)) {
      return fail(
        `version "${version.name}" is not of the form v1, v1beta1; rename it or stop serving it.`,
      );
    }
    const schema = version.schema?.openAPIV3Schema;
    if (!schema) return fail(`version ${version.name} has no schema; add one.`);
    versions.push(copyVersion(version, schema));
  }
  const chosen = withStorageVersion(versions);
  const exported =
    crd.spec.conversion?.strategy === 'Webhook'
      ? chosen.filter(version => version.storage)
      : chosen;
  if (exported.length === 0)
    return fail('no version is served; set served: true on one.');
  return {
    ok: true,
    value: {
      group: crd.spec.group,
      names: copyNames(crd.spec.names),
      scope: crd.spec.scope,
      versions: exported,
    },
  };
};

/** The owner reference that marks a CRD as installed for a binding, in the form the reference's konnector checks. */
export const bindingOwnerReference = (
  binding: APIServiceBinding,
): OwnerReference => ({
  apiVersion: names.apiVersion,
  kind: apiServiceBindingResource.kind,
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
      owner.kind === apiServiceBindingResource.kind &&
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

/** The version that a konnector syncs: the first served one in the list. */
export const syncedVersion = (
  spec: Pick<APIServiceExportCrdSpec, 'versions'>,
): APIServiceExportVersion | undefined =>
  spec.versions.find(version => version.served);
