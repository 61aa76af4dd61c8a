/** Finds a cluster's types by discovery. */
import {
  core,
  defineResource,
  isNotFound,
  type KubeClient,
  type Resource,
} from '@klutch/kube';

/** A type, regardless of its version. */
export type ApiType = Pick<Resource, 'group' | 'plural'>;

type Discovery = Pick<KubeClient, 'raw' | 'discover'>;

type WantedType = { group: string } & ({ plural: string } | { kind: string });

/** Types that need no discovery request. */
const wellKnown: Resource[] = [
  defineResource(core.secrets),
  defineResource(core.configMaps),
];

/** Versions in a Kubernetes `APIGroup`, preferred first. */
function versionsIn(apiGroup: unknown): string[] {
  const { versions } = (apiGroup ?? {}) as { versions?: unknown };
  if (!Array.isArray(versions)) return [];
  return versions.flatMap((entry: unknown) => {
    const { version } = (entry ?? {}) as { version?: unknown };
    return typeof version === 'string' ? [version] : [];
  });
}

/** A group or version that is not served has no versions and no types. */
async function emptyIfNotFound<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

async function versionsOf(client: Discovery, group: string): Promise<string[]> {
  if (group === '') return ['v1'];
  const path = `/apis/${encodeURIComponent(group)}`;
  return emptyIfNotFound(client.raw('GET', path).then(versionsIn));
}

/**
 * Finds a type in one version; undefined when the cluster does not serve it.
 * @throws ApiError, ConnectionError when a request fails.
 */
export async function findType(
  client: Discovery,
  wanted: WantedType & Pick<Resource, 'version'>,
): Promise<Resource | undefined> {
  const { group, version } = wanted;
  const isWanted = (type: Pick<Resource, 'plural' | 'kind'>) =>
    'kind' in wanted
      ? type.kind === wanted.kind
      : type.plural === wanted.plural;
  const known = wellKnown.find(
    type => type.group === group && type.version === version && isWanted(type),
  );
  if (known) return known;
  const types = await emptyIfNotFound(client.discover(group, version));
  const found = types.find(isWanted);
  if (!found) return undefined;
  const { plural, kind, namespaced } = found;
  return { group, version, plural, kind, namespaced };
}

/**
 * Finds a type in any version, as all versions have the same objects; undefined when the cluster does not serve it.
 * @throws ApiError, ConnectionError when a request fails.
 */
export async function findTypeInAnyVersion(
  client: Discovery,
  wanted: WantedType,
): Promise<Resource | undefined> {
  for (const version of await versionsOf(client, wanted.group)) {
    const found = await findType(client, { ...wanted, version });
    if (found) return found;
  }
  return undefined;
}
