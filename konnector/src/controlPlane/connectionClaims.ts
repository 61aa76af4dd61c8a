/** The claims served over one connection; restarted when the connection targets another cluster namespace. */
import type { ClaimedTypes } from '../claims/ClaimedTypes';
import type { ReadyControlPlane } from './ControlPlane';

export interface ConnectionClaims {
  /** State for the cluster namespace seen last. */
  readonly current: ReadyControlPlane | undefined;
  /**
   * Sets the UID of the cluster namespace.
   * @returns whether the UID changed; always false after the signal has aborted.
   */
  setNamespaceUid(providerNamespaceUid: string): boolean;
  /** Resolves when the signal has aborted and nothing is written any more. */
  stopped(): Promise<void>;
}

/** Starts without claims. @param options.join - joins the claims of a cluster namespace. */
export function createConnectionClaims(options: {
  join: (providerNamespaceUid: string, signal: AbortSignal) => ClaimedTypes;
  signal: AbortSignal;
}): ConnectionClaims {
  const { join, signal } = options;
  let current: ReadyControlPlane | undefined;
  let currentAbort = new AbortController();
  let previousStopped = Promise.resolve();
  const allStopped = async () => {
    await Promise.all([previousStopped, current?.claimedTypes.stopped()]);
  };
  return {
    get current() {
      return current;
    },
    setNamespaceUid(providerNamespaceUid) {
      // Claims joined after the abort would never be removed, and would block the next connection.
      if (signal.aborted) return false;
      if (current?.providerNamespaceUid === providerNamespaceUid) return false;
      currentAbort.abort();
      previousStopped = allStopped();
      currentAbort = new AbortController();
      const claimedTypes = join(
        providerNamespaceUid,
        AbortSignal.any([signal, currentAbort.signal]),
      );
      current = { providerNamespaceUid, claimedTypes };
      return true;
    },
    stopped: allStopped,
  };
}
