/** Which types may still have objects in a service namespace. Pure. */
import {
  apiName,
  isNeverSynced,
  parseApiName,
  type APIServiceBinding,
  type APIServiceExport,
  type PermissionClaim,
} from '@klutch/bind-api';
import { resourceName, type KubeObject } from '@klutch/kube';
import { annotations } from '../../markers';
import type { ApiType } from '../../typeDiscovery';

/** A type that may have remaining copies. */
export interface RemainingType extends ApiType {
  /** Whether only objects with our marks are copies; otherwise all objects are. */
  onlyMarked: boolean;
}

/** Everything that shows which types were synced into a service namespace. */
export interface SyncHistory {
  /** All exports of the cluster namespace. */
  apiExports: readonly APIServiceExport[];
  /** All bindings of the app cluster; `ours` are those of this cluster namespace. */
  bindings: readonly { binding: APIServiceBinding; ours: boolean }[];
  /** All CRDs of the app cluster; metadata suffices. */
  crds: readonly KubeObject[];
  /** Types recorded when they were synced: `<plural>.<group>`. */
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
 * Lists each type once. Synced types come from exports, from bindings to this cluster namespace, from CRDs that an
 * unbinding kept with their objects, and from the records. Service namespaces hold no copies of cluster-scoped APIs,
 * but may hold objects that the claims of these APIs cover.
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
    // An API that is also claimed counts with all its objects, so exports
    // override claims.
    ...apiExports
      .filter(({ spec }) => spec.scope === 'Namespaced')
      .map(ofExport),
    ...withoutExport.map(name => typeOf(name, false)),
  ]) {
    byName.set(resourceName(type), type);
  }
  return [...byName.values()];
}
