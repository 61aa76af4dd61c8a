/** Metrics of one API: its writes, and the latency of changes to the other cluster. */
import { isConflict, isForbidden, isInvalid, isNotFound } from '@klutch/kube';
import type {
  Direction,
  KonnectorMetrics,
  SyncWrite,
  WriteOutcome,
  WriteSide,
} from './KonnectorMetrics';

/** Direction in which a write propagates a change; other writes propagate none. */
const directions: Partial<Record<SyncWrite, Direction>> = {
  'create-copy': 'up',
  'apply-copy': 'up',
  'take-over': 'up',
  status: 'down',
};

/** Default side of each write; only `delete` may go to either side. */
const sides: Record<SyncWrite, WriteSide> = {
  'ensure-finalizer': 'consumer',
  'create-copy': 'provider',
  'apply-copy': 'provider',
  'take-over': 'provider',
  'adopt-origin': 'provider',
  'adopt-released': 'provider',
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

/** Metrics of one API. Keys are those of the app cluster. Keeps no state without metrics. */
export class SyncMetrics {
  private readonly observedSince: Record<Direction, Map<string, number>> = {
    up: new Map(),
    down: new Map(),
  };

  /** @param now - clock in milliseconds, for tests. */
  constructor(
    private readonly api: string,
    private readonly metrics:
      | Pick<KonnectorMetrics, 'wrote' | 'synced'>
      | undefined,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Call when a watch delivers a change that may have to be written to the other cluster. */
  changeObserved(key: string, direction: Direction): void {
    if (!this.metrics) return;
    const times = this.observedSince[direction];
    if (!times.has(key)) times.set(key, this.now());
  }

  /** Sends a write, and counts its outcome. */
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

  /** Reconciles an object; changes that were observed before and caused no write are not measured. */
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
