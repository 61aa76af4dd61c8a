/** What exports and CRDs have in common: their names, and which of the versions are stored and synced. */
import type {
  APIServiceExportCrdSpec,
  APIServiceExportVersion,
} from './types/apiServiceExport';
import type { CrdNames } from '@klutch/kube';

/** The names that are set; Go writes empty ones too. */
export const copyNames = (from: CrdNames): CrdNames => ({
  plural: from.plural,
  ...(from.singular && { singular: from.singular }),
  ...(from.shortNames?.length && { shortNames: [...from.shortNames] }),
  kind: from.kind,
  ...(from.listKind && { listKind: from.listKind }),
  ...(from.categories?.length && { categories: [...from.categories] }),
});

/** A CRD needs exactly one stored version; when the stored one is not served, and so not exported, the first takes its place. */
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

/** The version that a konnector syncs: the first served one in the list. */
export const syncedVersion = (
  spec: Pick<APIServiceExportCrdSpec, 'versions'>,
): APIServiceExportVersion | undefined =>
  spec.versions.find(version => version.served);
