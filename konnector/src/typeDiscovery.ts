/** Finds a cluster's types by discovery. */
import {
  core,
  defineResource,
  isNotFound,
  type DiscoveredResource,
  type KubeClient,
  type Resource,
} from '@klutch/kube';

/** A type, regardless of its version. */
export type ApiType = Pick<Resource, 'group' | 'plural'>;

type WantedType = { group: string } & ({ plural: string } | { kind: string });

/** Types that need no discovery request. */
const wellKnown: Resource[] = [
  defineResource(core.secrets),
  defineResource(core.configMaps),
];

/** The answer of a request that is sent once. Not found means an empty list; other errors are thrown. */
function once<T>(
  answers: Map<string, Promise<T[]>>,
  key: string,
  request: () => Promise<T[]>,
): Promise<T[]> {
  const answer =
    answers.get(key) ??
    request().catch((error: unknown) => {
      if (isNotFound(error)) return [];
      throw error;
    });
  answers.set(key, answer);
  return answer;
}

/** Versions in a Kubernetes `APIGroup`, preferred first. */
function versionsIn(apiGroup: unknown): string[] {
  const { versions } = (apiGroup ?? {}) as { versions?: unknown };
  if (!Array.isArray(versions)) return [];
  return versions.flatMap((entry: unknown) => {
    const { version } = (entry ?? {}) as { version?: unknown };
    return typeof version === 'string' ? [version] : [];
  });
}

/** Cached discovery of one cluster; create a new instance whenever the types may have changed. */
export class TypeDiscovery {
  private readonly groups = new Map<string, Promise<string[]>>();
  private readonly types = new Map<string, Promise<DiscoveredResource[]>>();

  constructor(private readonly client: Pick<KubeClient, 'raw' | 'discover'>) {}

  /**
   * Finds a type in one version; undefined when the cluster does not serve it.
   * @throws ApiError, ConnectionError when a request fails.
   */
  async find(
    wanted: WantedType & Pick<Resource, 'version'>,
  ): Promise<Resource | undefined> {
    const { group, version } = wanted;
    const isWanted = (type: Pick<Resource, 'plural' | 'kind'>) =>
      'kind' in wanted
        ? type.kind === wanted.kind
        : type.plural === wanted.plural;
    const known = wellKnown.find(
      type =>
        type.group === group && type.version === version && isWanted(type),
    );
    if (known) return known;
    const found = (await this.typesOf(group, version)).find(isWanted);
    if (!found) return undefined;
    const { plural, kind, namespaced } = found;
    return { group, version, plural, kind, namespaced };
  }

  /**
   * Finds a type in any version, as all versions have the same objects; undefined when the cluster does not serve it.
   * @throws ApiError, ConnectionError when a request fails.
   */
  async findAny(wanted: WantedType): Promise<Resource | undefined> {
    for (const version of await this.versionsOf(wanted.group)) {
      const found = await this.find({ ...wanted, version });
      if (found) return found;
    }
    return undefined;
  }

  private versionsOf(group: string): Promise<string[]> {
    if (group === '') return Promise.resolve(['v1']);
    return once(this.groups, group, () =>
      this.client
        .raw('GET', `/apis/${encodeURIComponent(group)}`)
        .then(versionsIn),
    );
  }

  private typesOf(
    group: string,
    version: string,
  ): Promise<DiscoveredResource[]> {
    return once(this.types, `${group}/${version}`, () =>
      this.client.discover(group, version),
    );
  }
}
