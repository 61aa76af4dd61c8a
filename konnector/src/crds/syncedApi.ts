/** The part of an export that a syncer depends on; the syncer is restarted when it changes. Pure. */
import type {
  APIServiceExport,
  ClusterScopedIsolation,
  CustomResourceDefinition,
} from '@klutch/bind-api';
import type { Resource } from '@klutch/kube';
import type { SchemaShape } from '../pairs/boundObject/plan/model';
import { schemaShapeOf } from '../pairs/boundObject/plan/schemaShape';
import { versionInUse } from './storedVersion';

export interface SyncedApi {
  resource: Resource;
  crdName: string;
  /** UID of the CRD on the app cluster, which changes when the CRD is recreated. */
  crdUid: string;
  shape: SchemaShape;
  /** Scope of the konnector's watches: its service namespaces, or the whole type. */
  informerScope: APIServiceExport['spec']['informerScope'];
  /** Location of the copies of cluster-scoped objects. */
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
    // The default of the reference, which ignores the field.
    isolation: apiExport.spec.clusterScopedIsolation ?? 'Prefixed',
  };
}

/** The export with the app cluster's installed versions, for when the app cluster rejects the export's CRD. */
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

/** The API of an installed CRD in a served version, for when the export cannot be read. */
export function servedResource(
  crd: CustomResourceDefinition,
): Resource | undefined {
  const { group, names, scope } = crd.spec;
  const version = versionInUse(crd.spec, crd);
  return version && resourceOf(group, version.name, names, scope);
}
