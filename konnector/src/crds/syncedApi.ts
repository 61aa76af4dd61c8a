/** What of an export matters to a syncer; as long as it stays the same, the syncer runs on. Pure. */
import type {
  APIServiceExport,
  ClusterScopedIsolation,
  CustomResourceDefinition,
} from '@klutch/bind-api';
import type { Resource } from '@klutch/kube';
import type { SchemaShape } from '../sync/plan/model';
import { schemaShapeOf } from '../sync/plan/schemaShape';
import { versionInUse } from './storedVersion';

/** One API as it is synced. */
export interface SyncedApi {
  resource: Resource;
  crdName: string;
  /** A CRD that was removed and came back is another one: its objects are others too. */
  crdUid: string;
  shape: SchemaShape;
  /** What the konnector may watch: its service namespaces, or the whole type. */
  informerScope: APIServiceExport['spec']['informerScope'];
  /** Where copies of cluster-scoped objects are. */
  isolation: ClusterScopedIsolation;
}

const resourceOf = (
  group: string,
  version: string,
  { plural, kind }: { plural: string; kind: string },
  scope: 'Namespaced' | 'Cluster',
): Resource => ({
  group,
  version,
  plural,
  kind,
  namespaced: scope === 'Namespaced',
});

/** Undefined when no version is served. */
export function toSyncedApi(
  apiExport: APIServiceExport,
  crd: CustomResourceDefinition,
): SyncedApi | undefined {
  const { group, names, scope } = apiExport.spec;
  const version = versionInUse(apiExport.spec, crd);
  if (!version) return undefined;
  return {
    resource: resourceOf(group, version.name, names, scope),
    crdName: apiExport.metadata.name ?? '',
    crdUid: crd.metadata.uid ?? '',
    shape: schemaShapeOf(version),
    informerScope: apiExport.spec.informerScope,
    // As the reference does, which does not look at it.
    isolation: apiExport.spec.clusterScopedIsolation ?? 'Prefixed',
  };
}

/** The export as the app cluster has it, while that does not take the CRD that the export wants. */
export const asInstalled = (
  apiExport: APIServiceExport,
  { spec }: CustomResourceDefinition,
): APIServiceExport => ({
  ...apiExport,
  spec: {
    ...apiExport.spec,
    versions: spec.versions.map(version => {
      const { openAPIV3Schema = {} } = version.schema ?? {};
      return { ...version, schema: { openAPIV3Schema } };
    }),
  },
});

/** The API of an installed CRD in a version it serves, for when the export cannot be asked. */
export function servedResource(
  crd: CustomResourceDefinition,
): Resource | undefined {
  const { group, names, scope } = crd.spec;
  const version = versionInUse(crd.spec, crd);
  return version && resourceOf(group, version.name, names, scope);
}
