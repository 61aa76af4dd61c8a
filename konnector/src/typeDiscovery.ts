/** Finds a cluster's types by discovery. */
import {
  core,
  isNotFound,
  type DiscoveredResource,
  type KubeClient,
  type Resource,
} from '@klutch/kube';

/** A type, regardless of its version. */
export type ApiType = Pick<Resource, 'group' | 'plural'>;

/** Types that need no discovery request. */
const wellKnown: Resource[] = [core.secrets, core.configMaps].map(
  ({ group, version, plural, kind, namespaced }) => ({
    group,
    version,
    plural,
    kind,
    namespaced,
  }),
);

/** Converts not found to an empty list; other errors are thrown. */
async function emptyIfNotFound<T>(request: Promise<T[]>): Promise<T[]> {
  try {
    return await request;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
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
  async find({
    group,
    version,
    plural,
  }: ApiType & Pick<Resource, 'version'>): Promise<Resource | undefined> {
    const known = wellKnown.find(
      type =>
        type.group === group &&
        type.version === version &&
        type.plural === plural,
    );
    if (known) return known;
    const found = (await this.typesOf(group, version)).find(
      type => type.plural === plural,
    );
    if (!found) return undefined;
    const { kind, namespaced } = found;
    return { group, version, plural, kind, namespaced };
  }

  /**
   * Finds a type in any version, as all versions have the same objects; undefined when the cluster does not serve it.
   * @throws ApiError, ConnectionError when a request fails.
   */
  async findAny(type: ApiType): Promise<Resource | undefined> {
    for (const version of await this.versionsOf(type.group)) {
      const found = await this.find({ ...type, version });
      if (found) return found;
    }
    return undefined;
  }

  /**
   * Finds the type of a kind in any version; undefined when the cluster does not serve it.
   * @throws ApiError, ConnectionError when a request fails.
   */
  async findKind(group: string, kind: string): Promise<Resource | undefined> {
    for (const version of await this.versionsOf(group)) {
      const types = await this.typesOf(group, version);
      const found = types.find(type => type.kind === kind);
      if (!found) continue;
      const { plural, namespaced } = found;
      return { group, version, plural, kind, namespaced };
    }
    return undefined;
  }

  private versionsOf(group: string): Promise<string[]> {
    const request =
      this.groups.get(group) ??
      (group === ''
        ? Promise.resolve(['v1'])
        : emptyIfNotFound(
            this.client
              .raw('GET', `/apis/${encodeURIComponent(group)}`)
              .then(versionsIn),
          ));
    this.groups.set(group, request);
    return request;
  }

  private typesOf(
    group: string,
    version: string,
  ): Promise<DiscoveredResource[]> {
    const key = `${group}/${version}`;
    const request =
      this.types.get(key) ??
      emptyIfNotFound(this.client.discover(group, version));
    this.types.set(key, request);
    return request;
  }
}
