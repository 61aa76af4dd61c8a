/** The deletion breakers of bindings. The record of each is written to its binding before anything is deleted. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { ApiError, forEachYielding } from '@klutch/kube';
import { ClusterError } from '../../feedback/ClusterError';
import { annotations } from '../../markers';
import type {
  Breaker,
  DeletionSource,
  PendingDeletion,
  KindQuota,
} from './Breaker';
import {
  parseApproval,
  parseRecord,
  type DeletionRecord,
} from './deletionRecord';
import {
  allowance,
  isPaused,
  maxDeletions,
  noReservedTokens,
  planApproved,
  planReservation,
  planReview,
  type DeletionLimits,
  type Reservation,
} from './planBreaker';

interface BindingStore {
  get(key: string): { object: APIServiceBinding | undefined };
  /**
   * Writes a binding with its resourceVersion: rejected after a concurrent change, so that two processes cannot reserve
   * the same tokens.
   */
  patchMetadata(
    binding: APIServiceBinding,
    change: { annotations: Record<string, string | null> },
  ): Promise<APIServiceBinding>;
}

/** What an operator needs to know about paused deletions. */
export interface Pause {
  /** Number of copies that wait, and the names of the first ones. */
  waiting: number;
  examples: string[];
  /** The number of deletions that needs no approval, and its window in milliseconds. */
  limit: number;
  windowMs: number;
}

type TokenKind = NonNullable<Reservation['token']>;

const maxExamples = 10;

const recordOf = (binding: APIServiceBinding, nowMs: number) =>
  parseRecord(binding.metadata.annotations?.[annotations.deletions], nowMs);

/** Reserves a token of the binding for each deletion, one deletion at a time. */
export class BindingBreaker implements Breaker {
  private readonly sources = new Set<DeletionSource>();
  /** The token used by each DELETE that was sent, by UID of the copy, until the caches show the deletion. */
  private readonly sent = new Map<string, TokenKind>();
  private reserved = noReservedTokens;
  /** UID of the binding that the reserved tokens belong to. */
  private bindingUid: string | undefined;
  /** The limit of the kind quota that tripped the breaker; undefined when the binding's own limit did. */
  private trippedKindLimit: number | undefined;
  private lastDecision: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly options: {
      getBinding: () => APIServiceBinding | undefined;
      writeBinding: BindingStore['patchMetadata'];
      limits: DeletionLimits;
      /** Called when the breaker tripped. */
      changed: () => void;
    },
  ) {}

  get isOpen(): boolean {
    const binding = this.options.getBinding();
    const now = Date.now();
    return binding
      ? isPaused(recordOf(binding, now), this.reserved, now)
      : true;
  }

  async execute(
    deletion: PendingDeletion,
    send: () => Promise<unknown>,
    quota?: KindQuota,
  ): Promise<boolean> {
    const token = await this.serialize(() =>
      this.reserveToken(deletion, quota),
    );
    if (!token) return false;
    try {
      await send();
    } catch (error) {
      const answer = error instanceof ClusterError ? error.cause : error;
      // The server rejected the DELETE, so nothing was deleted. Without an
      // answer the copy may have been deleted.
      if (answer instanceof ApiError && answer.code < 500) {
        this.sent.delete(deletion.uid);
        if (token === 'ordinary') quota?.refund();
        this.reserved = {
          ...this.reserved,
          [token]: this.reserved[token] + 1,
        };
      }
      throw error;
    }
    return true;
  }

  addSource(source: DeletionSource): () => void {
    this.sources.add(source);
    return () => void this.sources.delete(source);
  }

  /** Applies an approval, and ends a pause when nothing waits; returns the pause that remains. */
  review(
    binding: APIServiceBinding,
  ): Promise<{ binding: APIServiceBinding; pause?: Pause }> {
    return this.serialize(async () => {
      const nowMs = Date.now();
      const latest = this.options.getBinding() ?? binding;
      const approval = parseApproval(
        latest.metadata.annotations?.[annotations.approveDeletions],
      );
      const record = recordOf(latest, nowMs);
      const { waiting, isAll } = await this.countPending();
      const next = planReview({
        record,
        approval,
        nothingWaits: isAll && waiting.size === 0,
        reserved: this.reserved,
        nowMs,
      });
      if (!next) {
        return { binding: latest, pause: this.pauseOf(record, waiting) };
      }
      const written = await this.options.writeBinding(latest, {
        annotations: {
          [annotations.deletions]: JSON.stringify(next),
          ...(approval && { [annotations.approveDeletions]: null }),
        },
      });
      this.reserved = { ...this.reserved, approved: 0 };
      for (const source of this.sources) {
        await forEachYielding(source.keys(), key => source.retry(key));
      }
      return { binding: written, pause: this.pauseOf(next, waiting) };
    });
  }

  private pauseOf(
    record: DeletionRecord,
    waiting: ReadonlyMap<string, string>,
  ): Pause | undefined {
    if (record.pausedAt === undefined) return undefined;
    const { limits } = this.options;
    const { limit } = allowance({ record, ...this.facts() });
    return {
      waiting: waiting.size,
      examples: [...waiting.values()].slice(0, maxExamples),
      limit: Math.min(limit, this.trippedKindLimit ?? limit),
      windowMs: limits.windowMs,
    };
  }

  /** The token for a deletion; undefined: the deletion has to wait. */
  private async reserveToken(
    deletion: PendingDeletion,
    quota: KindQuota | undefined,
  ): Promise<TokenKind | undefined> {
    const binding = this.options.getBinding();
    if (!binding || binding.metadata.deletionTimestamp) return undefined;
    if (this.bindingUid !== binding.metadata.uid) {
      this.reserved = noReservedTokens;
      this.sent.clear();
    }
    this.bindingUid = binding.metadata.uid;
    // A retried DELETE, whose earlier attempt got no clear answer, uses no further
    // token: a copy is deleted at most once.
    const previousToken = this.sent.get(deletion.uid);
    if (previousToken) return previousToken;
    const nowMs = Date.now();
    const record = recordOf(binding, nowMs);
    const reservation =
      record.pausedAt === undefined
        ? await this.countAndPlan(record, deletion, quota)
        : planApproved({ record, reserved: this.reserved, nowMs });
    if (reservation.record) {
      await this.options.writeBinding(binding, {
        annotations: {
          [annotations.deletions]: JSON.stringify(reservation.record),
        },
      });
      if (!reservation.token) this.options.changed();
    }
    this.reserved = reservation.reserved;
    if (reservation.token) this.sent.set(deletion.uid, reservation.token);
    if (reservation.token === 'ordinary') quota?.consume();
    return reservation.token;
  }

  private async countAndPlan(
    record: DeletionRecord,
    deletion: PendingDeletion,
    quota: KindQuota | undefined,
  ): Promise<Reservation> {
    const { waiting } = await this.countPending();
    const facts = this.facts();
    const kindQuota = quota && {
      copies: quota.copies(),
      waiting: quota.waiting(),
      used: quota.usedWithin(facts.limits.windowMs),
    };
    const reservation = planReservation({
      ...facts,
      record,
      kindQuota,
      reserved: this.reserved,
      waiting: waiting.set(deletion.uid, deletion.name).size,
    });
    if (!reservation.token)
      this.trippedKindLimit =
        kindQuota && maxDeletions(facts.limits, kindQuota);
    return reservation;
  }

  private facts() {
    const copies = [...this.sources].map(source => source.copies());
    return {
      limits: this.options.limits,
      copies: copies.reduce((total, count) => total + count, 0),
      nowMs: Date.now(),
    };
  }

  /**
   * Names of copies to delete whose DELETE is not sent yet, by UID. Yields to
   * the event loop, as there may be thousands.
   */
  private async countPending(): Promise<{
    waiting: Map<string, string>;
    /** Whether every source listed all of its pending deletions. */
    isAll: boolean;
  }> {
    const waiting = new Map<string, string>();
    const found = { waiting, isAll: this.sources.size > 0 };
    for (const source of this.sources) {
      await forEachYielding(source.pendingDeletions(), copy => {
        if (copy) waiting.set(copy.uid, copy.name);
        else found.isAll = false;
      });
    }
    for (const uid of this.sent.keys()) {
      // The caches may lag behind our own DELETE.
      if (!waiting.delete(uid)) this.sent.delete(uid);
    }
    return found;
  }

  /** Serializes reservations and reviews: each depends on the record that the previous one wrote. */
  private serialize<T>(decide: () => Promise<T>): Promise<T> {
    const decision = this.lastDecision.then(decide);
    this.lastDecision = decision.catch(() => undefined);
    return decision;
  }
}

export class Breakers {
  private readonly breakers = new Map<string, BindingBreaker>();

  /** @param options.changed - called with the binding whose breaker tripped. */
  constructor(
    private readonly options: {
      store: BindingStore;
      limits: DeletionLimits;
      changed: (binding: string) => void;
    },
  ) {}

  /** The breaker of a binding, given as `namespace/name`. */
  of(binding: string): Breaker & Pick<BindingBreaker, 'review'> {
    const present = this.breakers.get(binding);
    if (present) return present;
    const { store, limits, changed } = this.options;
    const breaker = new BindingBreaker({
      getBinding: () => store.get(binding).object,
      writeBinding: (object, change) => store.patchMetadata(object, change),
      limits,
      changed: () => changed(binding),
    });
    this.breakers.set(binding, breaker);
    return breaker;
  }
}
