/** What uses a package of Crossplane. Pure functions. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { InstalledObjects } from '@klutch/control-plane-health';
import type { Unstructured } from '@klutch/kube';
import type { Dependent } from './planUpdates';

type User = Schemas['PackageUpdate']['usedBy'][number];

interface PipelineSpec {
  pipeline?: { functionRef?: { name?: string } }[];
}

const userOf = ({ kind = '', metadata }: Unstructured): User => ({
  kind,
  name: metadata.name ?? '',
});

const calls = (composition: Unstructured, name: string): boolean =>
  ((composition.spec ?? {}) as PipelineSpec).pipeline?.some(
    ({ functionRef }) => functionRef?.name === name,
  ) ?? false;

/** Whether a package, or one of its revisions, owns the object. */
const owns = (one: Unstructured, { metadata }: Unstructured): boolean =>
  metadata.ownerReferences?.some(
    ({ kind, name }) =>
      kind.startsWith(one.kind ?? '') &&
      (name === one.metadata.name || name === one.status?.currentRevision),
  ) ?? false;

/** Compositions that call a function, and XRDs and Compositions that a package installs. */
export function usersOf(
  one: Unstructured,
  { compositions, xrds }: InstalledObjects,
): User[] {
  const name = one.metadata.name ?? '';
  const using =
    one.kind === 'Function'
      ? compositions.filter(composition => calls(composition, name))
      : [...xrds, ...compositions].filter(object => owns(one, object));
  return using.map(userOf);
}

interface LockedPackage {
  source?: string;
  dependencies?: { package?: string; constraints?: string }[];
}

/**
 * Packages that depend on one, by Crossplane's Lock.
 *
 * @param lock - undefined where it may not be read
 * @param name - registry and repository
 */
export function dependentsOf(
  lock: Unstructured | undefined,
  name: string,
): Dependent[] {
  const packages = Array.isArray(lock?.packages)
    ? (lock.packages as LockedPackage[])
    : [];
  return packages.flatMap(({ dependencies = [], source = '' }) =>
    dependencies.flatMap(({ constraints = '', package: dependency }) =>
      dependency === name ? [{ package: source, constraint: constraints }] : [],
    ),
  );
}
