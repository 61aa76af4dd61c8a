/**
 * Distinguishes objects read since this process became the leader from older ones: those of the first list, or of the
 * caches of a standby replica.
 */
import { metadataOf, type KubeClient, type Resource } from '@klutch/kube';

/**
 * The current resource version of a type; a list without a version never returns an older state.
 * @throws Error when the list has no version.
 */
async function currentResourceVersion(
  client: KubeClient,
  resource: Resource,
  signal: AbortSignal,
): Promise<string> {
  const query = { pageSize: 1, signal };
  for await (const page of client.listPages(metadataOf(resource), query)) {
    if (page.resourceVersion) return page.resourceVersion;
  }
  throw new Error(`A list of ${resource.plural} came without a version.`);
}

/** Compares resource versions as numbers of arbitrary length. Versions that are not numbers are not comparable. */
const isNewer = (version: string, than: string): boolean =>
  /^\d+$/.test(version) &&
  (version.length === than.length
    ? version > than
    : version.length > than.length);

/**
 * The start of this process's leadership, for one API on one cluster. Another leader may have changed an object
 * between the read of an old state and the start; after the start only this process has.
 */
export class LeadershipStart {
  private startVersion: string | undefined;
  private pendingRequest: object | undefined;

  /** @param fetchVersion - returns the current resource version of the API, never an older one. */
  constructor(private readonly fetchVersion: () => Promise<string>) {}

  /** Call when this process becomes the leader. */
  onStartedLeading(): void {
    this.startVersion = undefined;
    this.requestVersion();
  }

  /**
   * Whether a resource version is newer than the start. False for what another leader may have changed, and while the
   * version of the start is unknown.
   */
  isAfter(resourceVersion: string | undefined): boolean {
    if (this.startVersion === undefined) {
      if (!this.pendingRequest) this.requestVersion();
      return false;
    }
    return isNewer(resourceVersion ?? '', this.startVersion);
  }

  private requestVersion(): void {
    const request = {};
    this.pendingRequest = request;
    this.fetchVersion().then(
      startVersion => {
        if (this.pendingRequest === request) this.startVersion = startVersion;
      },
      () => {
        if (this.pendingRequest === request) this.pendingRequest = undefined;
      },
    );
  }
}

/** The leadership start for the objects of a type, read with this client. */
export const leadershipStartOf = (
  client: KubeClient,
  resource: Resource,
  signal: AbortSignal,
): LeadershipStart =>
  new LeadershipStart(() => currentResourceVersion(client, resource, signal));
