// One term of a lease: until when its holder may write, and how the term ended.
import { WriteGuard } from '../client/KubeClient';
import { deferred } from '../wait';
import { leaseClock } from './clock';
import { LeaseTimes } from './LeaderElector';
import { LeaseEnd, LeaseLostError } from './LeaseLostError';
import { deadlineOf, Leading } from './leaseState';

/** Ends at the deadline, unless a renewal moves the deadline. */
export class LeaseTerm {
  /** Allows writes while the term lasts. */
  readonly guard: WriteGuard;
  /** For the release, when the work may no longer write: allows writes until the deadline, even of an ended term. */
  readonly releaseGuard: WriteGuard;
  readonly #name: string;
  readonly #times: LeaseTimes;
  readonly #writes = new AbortController();
  readonly #lost = deferred<LeaseLostError>();
  #state: Leading;
  #ended: LeaseLostError | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param name - `namespace/name` of the Lease, for errors */
  constructor(name: string, times: LeaseTimes, acquired: Leading) {
    this.#name = name;
    this.#times = times;
    this.#state = acquired;
    this.guard = { check: () => this.#check(), signal: this.#writes.signal };
    this.releaseGuard = {
      check: () => {
        if (this.msLeft() <= 0) throw new LeaseLostError(name, 'expired');
      },
      signal: new AbortController().signal,
    };
    this.#scheduleExpiry();
  }

  /** The Lease as it was last written or read. */
  get state(): Leading {
    return this.#state;
  }

  /** Whether the lease was lost or released. A term may be past its deadline and not yet ended. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Aborts when the term ends. */
  get signal(): AbortSignal {
    return this.#writes.signal;
  }

  /** Resolves when the lease was lost; pending forever when it was released. */
  get lost(): Promise<LeaseLostError> {
    return this.#lost.promise;
  }

  /** Milliseconds until the deadline; negative after it. */
  msLeft(): number {
    return deadlineOf(this.#state, this.#times) - leaseClock();
  }

  /** Records what was read or written. A renewal moves the deadline; nothing revives a term that has ended. */
  observe(state: Leading): void {
    this.#state = state;
    if (!this.#ended) this.#scheduleExpiry();
  }

  /** Ends the term because the lease was lost. */
  lose(how: LeaseEnd): void {
    if (this.#ended) return;
    // After a pause, a watch event about a new holder may arrive before the deadline timer.
    this.#lost.resolve(this.#end(this.msLeft() <= 0 ? 'expired' : how));
  }

  /** Ends the term before the lease is released. */
  release(): void {
    this.#end('released');
  }

  #end(how: LeaseEnd): LeaseLostError {
    const error = new LeaseLostError(this.#name, how);
    this.#ended = error;
    clearTimeout(this.#timer);
    this.#writes.abort(error);
    return error;
  }

  /** Compares times at each write, since timers fire late after a pause. The timer ends work that is waiting. */
  #check(): void {
    if (!this.#ended && this.msLeft() <= 0) this.lose('expired');
    if (this.#ended) throw this.#ended;
  }

  #scheduleExpiry(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.msLeft() > 0) this.#scheduleExpiry();
      else this.lose('expired');
    }, this.msLeft());
  }
}
