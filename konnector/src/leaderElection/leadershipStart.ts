/** Tells what was there while this process leads from what may be older: a list at the start, or the caches of a standby. */
import { metadataOf, type KubeClient, type Resource } from '@klutch/kube';

/** The version at which a type is now: a list that asks for none is never an older state. @throws Error without one */
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

/** Versions count up; they have as many digits as they need. What is no number is not comparable. */
const isNewer = (version: string, than: string): boolean =>
  /^\d+$/.test(version) &&
  (version.length === than.length
    ? version > than
    : version.length > than.length);

/**
 * Of one API on one cluster. Between the moments at which an old state was read and at which this process began to lead,
 * another one may have done anything with the object; after that, nobody but us has.
 */
export class LeadershipStart {
  private startVersion: string | undefined;
  private pendingRequest: object | undefined;

  /** @param fetchVersion - for the version at which the API is now, never an older one. */
  constructor(private readonly fetchVersion: () => Promise<string>) {}

  /** This process begins to lead. */
  onStartedLeading(): void {
    this.startVersion = undefined;
    this.requestVersion();
  }

  /** False for what may have changed without us; always when the version could not be asked for yet. */
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

/** For the objects of a type, read with this client. */
export const leadershipStartOf = (
  client: KubeClient,
  resource: Resource,
  signal: AbortSignal,
): LeadershipStart =>
  new LeadershipStart(() => currentResourceVersion(client, resource, signal));
