/** Which types may a service namespace still hold objects of? Pure. */
import {
  apiName,
  isNeverSynced,
  parseApiName,
  type APIServiceBinding,
  type APIServiceExport,
  type PermissionClaim,
} from '@klutch/bind-api';
import { resourceName, type KubeObject } from '@klutch/kube';
import { annotations } from '../markers';
import type { ApiType } from '../typeDiscovery';

/** A type that copies may be left of. */
export interface RemainingType extends ApiType {
  /** Only objects with our marks count; others are no copies. */
  onlyMarked: boolean;
}

/** All that says what was synced into a service namespace. */
export interface SyncHistory {
  /** All of the cluster namespace. */
  apiExports: readonly APIServiceExport[];
  /** All of the app cluster; `ours` are those to this cluster namespace. */
  bindings: readonly { binding: APIServiceBinding; ours: boolean }[];
  /** All of the app cluster; metadata suffices. */
  crds: readonly KubeObject[];
  /** What was noted when it was synced: `<plural>.<group>`. */
  recorded: Iterable<string>;
}

const typeOf = (name: string, onlyMarked: boolean): RemainingType => {
  const { group, resource } = parseApiName(name);
  return { group, plural: resource, onlyMarked };
};

const ofExport = ({
  spec: { group, names },
}: APIServiceExport): RemainingType => ({
  group,
  plural: names.plural,
  onlyMarked: false,
});

const ofClaim = ({ group = '', resource }: PermissionClaim) =>
  typeOf(apiName({ group, resource }), true);

/**
 * One entry a type. An API of which the export is gone has a binding to this cluster namespace, or its unbinding has
 * kept objects, and with them the CRD; or nothing but the note is left of it. Copies of cluster-scoped APIs are
 * elsewhere, but what these claim may be here.
 */
export function remainingTypes(facts: SyncHistory): RemainingType[] {
  const { apiExports, bindings, crds, recorded } = facts;
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
    .filter(({ group = '', resource }) => !isNeverSynced({ group, resource }));

  const byName = new Map<string, RemainingType>();
  for (const type of [
    ...[...recorded].map(name => typeOf(name, true)),
    ...claims.map(ofClaim),
    // An API that is claimed too counts with all its objects.
    ...apiExports
      .filter(({ spec }) => spec.scope === 'Namespaced')
      .map(ofExport),
    ...withoutExport.map(name => typeOf(name, false)),
  ]) {
    byName.set(resourceName(type), type);
  }
  return [...byName.values()];
}
