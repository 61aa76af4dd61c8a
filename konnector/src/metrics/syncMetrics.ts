/** What is measured of one API: its writes, and how long a change takes to the other cluster. */
import { isConflict, isForbidden, isInvalid, isNotFound } from '@klutch/kube';
import type {
  Direction,
  KonnectorMetrics,
  SyncWrite,
  WriteOutcome,
  WriteSide,
} from './KonnectorMetrics';

/** Which way a write carries news; the others carry none. */
const directions: Partial<Record<SyncWrite, Direction>> = {
  'create-copy': 'up',
  'apply-copy': 'up',
  'take-over': 'up',
  status: 'down',
};

/** Where a write goes unless its caller says so: only a `delete` may go to either side. */
const sides: Record<SyncWrite, WriteSide> = {
  'ensure-finalizer': 'consumer',
  'create-copy': 'provider',
  'apply-copy': 'provider',
  'take-over': 'provider',
  'claim-origin': 'provider',
  'claim-released': 'provider',
  status: 'consumer',
  delete: 'provider',
  'remove-finalizer': 'consumer',
  adopt: 'consumer',
};

function outcomeOf(error: unknown): WriteOutcome {
  if (isConflict(error)) return 'conflict';
  if (isNotFound(error)) return 'gone';
  if (isForbidden(error)) return 'forbidden';
  return isInvalid(error) ? 'rejected' : 'failed';
}

/** Of one API; keys are those of the app cluster. Without metrics it remembers nothing. */
export class SyncMetrics {
  private readonly observedSince: Record<Direction, Map<string, number>> = {
    up: new Map(),
    down: new Map(),
  };

  /** @param now - clock in milliseconds, for tests. */
  constructor(
    private readonly api: string,
    private readonly metrics:
      Pick<KonnectorMetrics, 'wrote' | 'synced'> | undefined,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** A watch told of a change that may have to go to the other cluster. */
  changeObserved(key: string, direction: Direction): void {
    if (!this.metrics) return;
    const times = this.observedSince[direction];
    if (!times.has(key)) times.set(key, this.now());
  }

  /** Sends a write, and counts what comes of it. */
  async write<T>(
    key: string,
    write: SyncWrite,
    send: () => Promise<T>,
    side: WriteSide = sides[write],
  ): Promise<T> {
    try {
      const answer = await send();
      this.writeSucceeded(key, write, side);
      return answer;
    } catch (error) {
      this.metrics?.wrote(this.api, write, side, outcomeOf(error));
      throw error;
    }
  }

  /** A write was done. */
  writeSucceeded(
    key: string,
    write: SyncWrite,
    side: WriteSide = sides[write],
  ): void {
    this.metrics?.wrote(this.api, write, side, 'done');
    const direction = directions[write];
    const observedSince = direction && this.observedSince[direction].get(key);
    if (!direction || observedSince === undefined) return;
    this.observedSince[direction].delete(key);
    this.metrics?.synced(
      this.api,
      direction,
      (this.now() - observedSince) / 1000,
    );
  }

  /** Looks at an object; what was heard of it before that, and led to no write, needed none. */
  async measureReconcile(
    key: string,
    reconcile: () => Promise<void>,
  ): Promise<void> {
    const startedAt = this.now();
    await reconcile();
    for (const times of Object.values(this.observedSince)) {
      if ((times.get(key) ?? Infinity) <= startedAt) times.delete(key);
    }
  }
}
