/** Which types a cluster offers, by discovery. */
import {
  core,
  isNotFound,
  type DiscoveredResource,
  type KubeClient,
  type Resource,
} from '@klutch/kube';

/** A type, whatever its version. */
export type ApiType = Pick<Resource, 'group' | 'plural'>;

/** Types that need no question. */
const wellKnown: Resource[] = [core.secrets, core.configMaps].map(
  ({ group, version, plural, kind, namespaced }) => ({
    group,
    version,
    plural,
    kind,
    namespaced,
  }),
);

/** What there is none of is nothing; other errors are thrown. */
async function emptyIfNotFound<T>(request: Promise<T[]>): Promise<T[]> {
  try {
    return await request;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** Versions by an `APIGroup` of Kubernetes, the most preferred first. */
function versionsIn(apiGroup: unknown): string[] {
  const { versions } = (apiGroup ?? {}) as { versions?: unknown };
  if (!Array.isArray(versions)) return [];
  return versions.flatMap((entry: unknown) => {
    const { version } = (entry ?? {}) as { version?: unknown };
    return typeof version === 'string' ? [version] : [];
  });
}

/** The answers of one cluster; none is asked for twice, so make a new one for each time that they may have changed. */
export class TypeDiscovery {
  private readonly groups = new Map<string, Promise<string[]>>();
  private readonly types = new Map<string, Promise<DiscoveredResource[]>>();

  constructor(private readonly client: Pick<KubeClient, 'raw' | 'discover'>) {}

  /**
   * A type in one version; undefined when the cluster does not serve it so.
   * @throws ApiError, ConnectionError when asking fails.
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

  /** A type in any version; all of them have the same objects. Likewise. */
  async findAny(type: ApiType): Promise<Resource | undefined> {
    for (const version of await this.versionsOf(type.group)) {
      const found = await this.find({ ...type, version });
      if (found) return found;
    }
    return undefined;
  }

  /** The type of a kind, in whatever version there is. Likewise. */
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
