/** Which types may a service namespace still hold objects of? Pure. */
import {
  apiName,
  isNeverServed,
  syncedVersion,
  type APIServiceBinding,
  type APIServiceExport,
  type PermissionClaim,
} from '@klutch/bind-api';
import { resourceName, type KubeObject } from '@klutch/kube';
import { annotations } from '../markers';

/** A type that copies may be left of. */
export interface TypeLeft {
  /** `<plural>.<group>` */
  name: string;
  /**
   * How to ask for its objects; undefined: nobody tells. Of a claimed type only objects with our marks count, others
   * are no copies.
   */
  ask?: { group: string; version: string; plural: string; claimed: boolean };
}

/** All that says what was synced into a service namespace. */
export interface SyncedBefore {
  /** All of the cluster namespace. */
  apiExports: readonly APIServiceExport[];
  /** All of the app cluster; `ours` are those to this cluster namespace. */
  bindings: readonly { binding: APIServiceBinding; ours: boolean }[];
  /** All of the app cluster; metadata suffices. */
  crds: readonly KubeObject[];
}

const ofExport = ({ spec }: APIServiceExport): TypeLeft => {
  const { group, names } = spec;
  const version = syncedVersion(spec)?.name;
  return {
    name: resourceName({ group, plural: names.plural }),
    ...(version !== undefined && {
      ask: { group, version, plural: names.plural, claimed: false },
    }),
  };
};

const ofClaim = ({
  group = '',
  version,
  resource,
}: PermissionClaim): TypeLeft => ({
  name: apiName({ group, resource }),
  ask: { group, version, plural: resource, claimed: true },
});

/**
 * One entry a type. An API of which the export is gone is named without a way to ask: it has a binding to this cluster
 * namespace, or its unbinding has kept objects, and with them the CRD. Copies of cluster-scoped APIs are elsewhere, but
 * what these claim may be here.
 */
export function typesLeft(facts: SyncedBefore): TypeLeft[] {
  const { apiExports, bindings, crds } = facts;
  const exported = new Set(apiExports.map(({ metadata }) => metadata.name));
  const ours = bindings.filter(found => found.ours).map(found => found.binding);
  const bound = new Set(bindings.map(({ binding }) => binding.metadata.name));
  const kept = crds.filter(
    ({ metadata }) =>
      metadata.annotations?.[annotations.installedBy] !== undefined &&
      !bound.has(metadata.name),
  );
  const withoutExport = [...ours, ...kept]
    .map(({ metadata }) => metadata.name ?? '')
    .filter(name => !exported.has(name));
  const claims = [...apiExports, ...ours]
    .flatMap(({ spec }) => spec?.permissionClaims ?? [])
    .filter(({ group = '', resource }) => !isNeverServed({ group, resource }));

  const byName = new Map<string, TypeLeft>();
  for (const type of [
    ...claims.map(ofClaim),
    // An API that is claimed too counts with all its objects.
    ...apiExports
      .filter(({ spec }) => spec.scope === 'Namespaced')
      .map(ofExport),
    ...withoutExport.map(name => ({ name })),
  ]) {
    byName.set(type.name, type);
  }
  return [...byName.values()];
}
