// Requests for one Lease, each with a time limit.
import { KubeClient, WriteGuard } from '../client/KubeClient';
import { Lease } from '../coreTypes';
import { withDeadline } from '../Deadline';
import {
  ConnectionError,
  isAlreadyExists,
  isForbidden,
  isNotFound,
  isUnauthorized,
} from '../errors';
import { core } from '../resources';
import { joinSignals } from '../signals';
import { WatchEvent } from '../types';
import { LeaseSpec, microTime } from './leaseState';

/** Reads and writes one Lease. All calls throw as the client's do. */
export interface LeaseApi {
  /** `namespace/name`. */
  readonly name: string;
  /** The present Lease (a quorum read), or undefined. */
  read(signal?: AbortSignal): Promise<Lease | undefined>;
  create(spec: LeaseSpec): Promise<Lease>;
  /**
   * Creates the marker, an empty Lease `<name>-led`, for candidates that start after the Lease was deleted. Resolves
   * with whether the marker is new: then there was no leader before.
   */
  ensureMarker(signal?: AbortSignal): Promise<boolean>;
  /** Changes the given fields, if the object still has this version. */
  patch(version: string, spec: LeaseSpec, guard?: WriteGuard): Promise<Lease>;
  /** Changes after a version. Without a time limit. */
  watch(
    resourceVersion: string,
    signal: AbortSignal,
  ): AsyncIterable<WatchEvent<Lease>>;
  /**
   * The present time for the fields of a Lease. Differs from call to call even when the date is the same, because
   * others detect renewals by changes.
   */
  microTimeNow(): string;
  /** What failed, and what to do about it. */
  describeError(error: unknown): string;
}

interface LeaseApiOptions {
  client: KubeClient;
  namespace: string;
  name: string;
  /** Time limit of each request except the watch. */
  timeoutMs: number;
}

const leaseType = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
} as const;

/** What failed, and what to do about it. */
function describeError(
  { namespace, name }: { namespace: string; name: string },
  error: unknown,
): string {
  const lease = `the lease ${namespace}/${name}`;
  if (isUnauthorized(error)) {
    return `The API server refused the credentials of this process for ${lease}. Renew the credentials of this process.`;
  }
  if (isForbidden(error)) {
    return `This process may not use ${lease}. Grant it get, watch, create and patch on leases of coordination.k8s.io in namespace ${namespace}. (${error.message})`;
  }
  if (isNotFound(error)) {
    return `Namespace ${namespace} of ${lease} does not exist. Create namespace ${namespace}. (${error.message})`;
  }
  return error instanceof Error ? error.message : 'unknown error';
}

export function leaseApi(options: LeaseApiOptions): LeaseApi {
  const { client, namespace, name, timeoutMs } = options;
  const key = { namespace, name };
  const deadline = {
    ms: timeoutMs,
    error: () =>
      new ConnectionError(
        `The API server ${client.server} did not respond to a lease request within ${timeoutMs} ms. Check that it is healthy and reachable.`,
        { failure: 'timeout', server: client.server },
      ),
  };
  let times = 0;

  async function bounded<T>(
    ask: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const bound = joinSignals([signal]);
    try {
      return await withDeadline(deadline, bound, () => ask(bound.signal));
    } finally {
      bound.release();
    }
  }

  const create = (body: Lease, signal?: AbortSignal): Promise<Lease> =>
    bounded(
      bound => client.create(core.leases, body, { signal: bound }),
      signal,
    );

  return {
    name: `${namespace}/${name}`,

    read: signal =>
      bounded(bound => client.get(core.leases, key, { signal: bound }), signal),

    create: spec => create({ ...leaseType, metadata: { ...key }, spec }),

    async ensureMarker(signal) {
      const metadata = {
        namespace,
        name: `${name}-led`,
        annotations: {
          'kubernetes.io/description': `The Lease ${name} was in use. Who finds it deleted waits until its last holder must have stopped, because this mark is here.`,
        },
      };
      try {
        await create({ ...leaseType, metadata, spec: {} }, signal);
        return true;
      } catch (error) {
        if (isAlreadyExists(error)) return false;
        throw error;
      }
    },

    patch: (resourceVersion, spec, guard) =>
      bounded(bound =>
        (guard ? client.guarded(guard) : client).mergePatch(
          core.leases,
          key,
          { metadata: { resourceVersion }, spec },
          { signal: bound },
        ),
      ),

    watch: (resourceVersion, signal) =>
      client.watch(core.leases, {
        namespace,
        fieldSelector: `metadata.name=${name}`,
        resourceVersion,
        signal,
      }),

    microTimeNow() {
      times += 1;
      return microTime(Date.now(), times);
    },

    describeError: error => describeError(key, error),
  };
}
