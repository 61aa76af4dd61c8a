/** The claims that are served over one connection, which begin anew when it leads to another cluster namespace. */
import type { RelatedObjects } from '../claims/relatedObjects';
import type { ReadyControlPlane } from './ControlPlane';

/** Of one connection. */
export interface ConnectionClaims {
  /** Of the cluster namespace that was met last. */
  readonly current: ReadyControlPlane | undefined;
  /** The cluster namespace has this UID. @returns whether that is news, which nothing is after the signal has aborted. */
  setNamespaceUid(providerNamespaceUid: string): boolean;
  /** Resolves when the signal has aborted and nothing is written any more. */
  stopped(): Promise<void>;
}

/** There are none before a cluster namespace is met. @param options.join - begins with those of one. */
export function createConnectionClaims(options: {
  join: (providerNamespaceUid: string, signal: AbortSignal) => RelatedObjects;
  signal: AbortSignal;
}): ConnectionClaims {
  const { join, signal } = options;
  let current: ReadyControlPlane | undefined;
  let currentAbort = new AbortController();
  let previousStopped = Promise.resolve();
  const allStopped = async () => {
    await Promise.all([previousStopped, current?.relatedObjects.stopped()]);
  };
  return {
    get current() {
      return current;
    },
    setNamespaceUid(providerNamespaceUid) {
      // What joined now would never leave, and keep the work from the next connection.
      if (signal.aborted) return false;
      if (current?.providerNamespaceUid === providerNamespaceUid) return false;
      currentAbort.abort();
      previousStopped = allStopped();
      currentAbort = new AbortController();
      const relatedObjects = join(
        providerNamespaceUid,
        AbortSignal.any([signal, currentAbort.signal]),
      );
      current = { providerNamespaceUid, relatedObjects };
      return true;
    },
    stopped: allStopped,
  };
}
