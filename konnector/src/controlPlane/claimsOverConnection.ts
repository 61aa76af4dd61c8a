/** The claims that are served over one connection, which begin anew when it leads to another cluster namespace. */
import type { RelatedObjects } from '../claims/relatedObjects';
import type { ReadyControlPlane } from './ControlPlane';

/** Of one connection. */
export interface ClaimsOverConnection {
  /** Of the cluster namespace that was met last. */
  readonly current: ReadyControlPlane | undefined;
  /** The cluster namespace has this UID. @returns whether that is news, which nothing is after the signal has aborted. */
  meet(providerNamespaceUid: string): boolean;
  /** Resolves when the signal has aborted and nothing is written any more. */
  stopped(): Promise<void>;
}

/** There are none before a cluster namespace is met. @param options.join - begins with those of one. */
export function createClaimsOverConnection(options: {
  join: (providerNamespaceUid: string, signal: AbortSignal) => RelatedObjects;
  signal: AbortSignal;
}): ClaimsOverConnection {
  const { join, signal } = options;
  let current: ReadyControlPlane | undefined;
  let ending = new AbortController();
  let former = Promise.resolve();
  const over = async () => {
    await Promise.all([former, current?.relatedObjects.stopped()]);
  };
  return {
    get current() {
      return current;
    },
    meet(providerNamespaceUid) {
      // What joined now would never leave, and keep the work from the next connection.
      if (signal.aborted) return false;
      if (current?.providerNamespaceUid === providerNamespaceUid) return false;
      ending.abort();
      former = over();
      ending = new AbortController();
      const relatedObjects = join(
        providerNamespaceUid,
        AbortSignal.any([signal, ending.signal]),
      );
      current = { providerNamespaceUid, relatedObjects };
      return true;
    },
    stopped: over,
  };
}
