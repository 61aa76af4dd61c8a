// Requests for one Lease, each with a time limit.
import { KubeClient, WriteGuard } from '../client/KubeClient';
import { Lease } from '../coreTypes';
import { withDeadline } from '../Deadline';
import {
  ConnectionError,
  errorMessage,
  isForbidden,
  isNotFound,
  isUnauthorized,
} from '../errors';
import { core } from '../resources';
import { joinSignals } from '../signals';
import { WatchEvent } from '../types';
import { LeaseSpec, microTime } from './leaseState';

interface LeaseClientOptions {
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

/** Reads and writes one Lease. All calls throw as the client's do. */
export class LeaseClient {
  /** `namespace/name`. */
  readonly name: string;
  readonly #client: KubeClient;
  readonly #key: { namespace: string; name: string };
  readonly #timeoutMs: number;
  #microTimes = 0;

  constructor({ client, namespace, name, timeoutMs }: LeaseClientOptions) {
    this.name = `${namespace}/${name}`;
    this.#client = client;
    this.#key = { namespace, name };
    this.#timeoutMs = timeoutMs;
  }

  /** The present Lease (a quorum read), or undefined. */
  read(signal?: AbortSignal): Promise<Lease | undefined> {
    return this.#withTimeLimit(
      bound => this.#client.get(core.leases, this.#key, { signal: bound }),
      signal,
    );
  }

  create(spec: LeaseSpec): Promise<Lease> {
    const lease = { ...leaseType, metadata: { ...this.#key }, spec };
    return this.#withTimeLimit(bound =>
      this.#client.create(core.leases, lease, { signal: bound }),
    );
  }

  /** Changes the given fields, if the object still has this version. */
  patch(
    resourceVersion: string,
    spec: LeaseSpec,
    guard?: WriteGuard,
  ): Promise<Lease> {
    const client = guard ? this.#client.guarded(guard) : this.#client;
    return this.#withTimeLimit(bound =>
      client.mergePatch(
        core.leases,
        this.#key,
        { metadata: { resourceVersion }, spec },
        { signal: bound },
      ),
    );
  }

  /** Changes after a version. Without a time limit. */
  watch(
    resourceVersion: string,
    signal: AbortSignal,
  ): AsyncIterable<WatchEvent<Lease>> {
    return this.#client.watch(core.leases, {
      namespace: this.#key.namespace,
      fieldSelector: `metadata.name=${this.#key.name}`,
      resourceVersion,
      signal,
    });
  }

  /**
   * The present time for the fields of a Lease. Differs from call to call even when the date is the same, because
   * others detect renewals by changes.
   */
  microTimeNow(): string {
    this.#microTimes += 1;
    return microTime(Date.now(), this.#microTimes);
  }

  /** What failed, and what to do about it. */
  describeError(error: unknown): string {
    const { namespace } = this.#key;
    const lease = `the lease ${this.name}`;
    if (isUnauthorized(error)) {
      return `The API server refused the credentials of this process for ${lease}. Renew the credentials of this process.`;
    }
    if (isForbidden(error)) {
      return `This process may not use ${lease}. Grant it get, watch, create and patch on leases of coordination.k8s.io in namespace ${namespace}. (${error.message})`;
    }
    if (isNotFound(error)) {
      return `Namespace ${namespace} of ${lease} does not exist. Create namespace ${namespace}. (${error.message})`;
    }
    return errorMessage(error);
  }

  async #withTimeLimit<T>(
    send: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const ms = this.#timeoutMs;
    const { server } = this.#client;
    const error = () =>
      new ConnectionError(
        `The API server ${server} did not respond to a lease request within ${ms} ms. Check that it is healthy and reachable.`,
        { failure: 'timeout', server },
      );
    const bound = joinSignals([signal]);
    try {
      return await withDeadline({ ms, error }, bound, () => send(bound.signal));
    } finally {
      bound.release();
    }
  }
}

/** The calls of a {@link LeaseClient}, which tests replace. */
export type LeaseApi = Pick<LeaseClient, keyof LeaseClient>;
