/** Names, stored version and synced version of exports and CRDs. */
import type {
  APIServiceExportCrdSpec,
  APIServiceExportVersion,
} from './types/apiServiceExport';
import type { CrdNames } from '@klutch/kube';

/** The non-empty names; Go also writes empty ones. */
export const copyNames = (from: CrdNames): CrdNames => ({
  plural: from.plural,
  ...(from.singular && { singular: from.singular }),
  ...(from.shortNames?.length && { shortNames: [...from.shortNames] }),
  kind: from.kind,
  ...(from.listKind && { listKind: from.listKind }),
  ...(from.categories?.length && { categories: [...from.categories] }),
});

/** A CRD needs exactly one stored version; if the stored one is not served, and thus not exported, the first one is used. */
export const withStorageVersion = (
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

/** The version that a konnector syncs: the first served version in the list. */
export const syncedVersion = (
  spec: Pick<APIServiceExportCrdSpec, 'versions'>,
): APIServiceExportVersion | undefined =>
  spec.versions.find(version => version.served);
