/** Finds a cluster's types by discovery. */
import {
  apiVersionOf,
  core,
  defineResource,
  findResource,
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

async function versionsOf(client: Discovery, group: string): Promise<string[]> {
  if (group === '') return ['v1'];
  try {
    const path = `/apis/${encodeURIComponent(group)}`;
    return versionsIn(await client.raw('GET', path));
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/**
 * Finds a type in one version; undefined when the cluster does not serve it.
 * @throws ApiError, ConnectionError when a request fails.
 */
export async function findType(
  client: Discovery,
  { version, ...wanted }: WantedType & Pick<Resource, 'version'>,
): Promise<Resource | undefined> {
  const apiVersion = apiVersionOf({ group: wanted.group, version });
  const known = wellKnown.find(
    type =>
      apiVersionOf(type) === apiVersion &&
      ('kind' in wanted
        ? type.kind === wanted.kind
        : type.plural === wanted.plural),
  );
  return known ?? findResource(client, { ...wanted, apiVersion });
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
