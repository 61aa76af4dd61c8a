/**
 * Konnectors of another number of shards. Their Leases have other names, so the leader election does not exclude them,
 * and each binding would have two konnectors that write.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  errorMessage,
  isForbidden,
  keyOf,
  type KubeClient,
  type Lease,
  type Logger,
} from '@klutch/kube';
import type { KonnectorLease } from './ReplicaLeadership';
import { leaseNameOf, listLeases, type Shard } from './shard';

/** Interval of the lists while another konnector holds its Lease; milliseconds. */
const defaultRetryMs = 2_000;

/** The last renewal of a Lease, and when it was seen by the local clock. */
interface SeenRenewal {
  renewal: string;
  at: number;
}

/** Whether a Lease belongs to a konnector that divides the bindings by the same number. */
const isOfSameNumber = (
  name: string,
  lease: KonnectorLease,
  shard: Shard | undefined,
): boolean =>
  shard
    ? name.startsWith(`${lease.name}-`) && name.endsWith(`-of-${shard.of}`)
    : name === leaseNameOf(lease.name, undefined);

export interface OtherShardsOptions {
  /** Client of the app cluster, with the right to list Leases. */
  client: Pick<KubeClient, 'list'>;
  /** The Lease of an app cluster without shards, from which the names of those of shards are made. */
  lease: KonnectorLease;
  /** The shard of this process; undefined: it has all bindings. */
  shard: Shard | undefined;
  logger: Logger;
  /** Clock in milliseconds, for tests. */
  now?: () => number;
}

/** The konnectors of an app cluster that divide its bindings by another number than this process does. */
export class OtherShards {
  private readonly seen = new Map<string, SeenRenewal>();
  private readonly now: () => number;

  constructor(private readonly options: OtherShardsOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /**
   * Resolves when none of them holds its Lease, or when the signal has aborted. To be called while this process holds
   * its own Lease: of two processes that start at once, one at least finds the other. Without the right to list Leases
   * it resolves with a warning, as for roles of earlier versions.
   */
  async ended(signal: AbortSignal): Promise<void> {
    const { lease, logger } = this.options;
    let reported = '';
    while (!signal.aborted) {
      try {
        const held = (await this.heldLeases()).join(', ');
        if (held === '') return;
        if (held !== reported) {
          logger.warn(
            { held },
            'konnectors of another number of shards are active; this one waits until they have ended: scale them to 0',
          );
        }
        reported = held;
      } catch (error) {
        if (isForbidden(error)) {
          logger.warn(
            { err: error },
            'this process may not list leases, so it cannot see konnectors of another number of shards: apply the roles of this version',
          );
          return;
        }
        logger.warn(
          { err: errorMessage(error) },
          'the leases of konnectors of another number of shards cannot be read; this one waits',
        );
      }
      const retryMs = lease.times?.retryMs ?? defaultRetryMs;
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private async heldLeases(): Promise<string[]> {
    const { client, lease, shard } = this.options;
    const leases = await listLeases(client, lease);
    return leases
      .filter(
        ({ metadata: { name = '' } }) => !isOfSameNumber(name, lease, shard),
      )
      .filter(found => this.isHeld(found))
      .map(keyOf);
  }

  /** Clocks of two machines are not compared: a Lease is free when it was not renewed for its duration. */
  private isHeld(found: Lease): boolean {
    const {
      holderIdentity,
      renewTime = '',
      leaseDurationSeconds = 0,
    } = found.spec ?? {};
    if (!holderIdentity) return false;
    const key = keyOf(found);
    const renewal = `${holderIdentity} ${renewTime}`;
    const previous = this.seen.get(key);
    const at = previous?.renewal === renewal ? previous.at : this.now();
    this.seen.set(key, { renewal, at });
    return this.now() < at + leaseDurationSeconds * 1_000;
  }
}
