/** What people are told about claimed objects: Events on the app cluster's object, and what its bindings tell of. */
import {
  resourceName,
  type KubeObject,
  type ReconcileContext,
  type Resource,
} from '@klutch/kube';
import type { EventRecorder } from '../feedback/eventRecorder';
import { Findings, watchesAgreeMs } from '../feedback/Findings';
import type { Feedback } from '../feedback/objectCondition';
import {
  classifyRefusal,
  rejectedWaitMs,
  stateOfRefusal,
} from '../sync/failures';
import type { ClaimStep } from './claimFacts';
import type { Pair } from './pairWrites';

/** How often a conflict is looked at again, as nothing tells when the other object goes; milliseconds. */
const conflictCheckMs = 60_000;
/** The same for rights that are missing. */
const forbiddenCheckMs = 60_000;

/** Who waits in line to be told of needs no body. */
const slim = ({ apiVersion, kind, metadata }: KubeObject): KubeObject => ({
  apiVersion,
  kind,
  metadata,
});

const isLive = (object: KubeObject | undefined) =>
  object !== undefined && !object.metadata.deletionTimestamp;

/** Of one claimed type. Keys are those of the app cluster; bindings name `<type> <key>`. */
export class ClaimFeedback {
  /** Copies on the control plane whose original is gone, and nobody was seen to delete it. */
  readonly orphans: Findings;
  /** Objects whose place on the other side is somebody else's. */
  readonly collisions: Findings;
  /** Whose trouble was told, by key. */
  private readonly troubled = new Map<string, KubeObject>();

  /**
   * @param options.changed - something that bindings tell of may have changed.
   * @param options.signal - ends the type's sync.
   */
  constructor(
    private readonly options: {
      events: EventRecorder;
      resource: Resource;
      changed: () => void;
      signal: AbortSignal;
      /** Clock in milliseconds, for tests. */
      now?: () => number;
    },
  ) {
    const { changed, now, signal } = options;
    this.orphans = new Findings({ changed, now, afterMs: watchesAgreeMs });
    this.collisions = new Findings({ changed, now });
    signal.addEventListener(
      'abort',
      () => [...this.troubled.keys()].forEach(key => this.gone(key)),
      { once: true },
    );
  }

  /** This process does the work from now on. */
  begin(): void {
    this.orphans.begin();
    this.collisions.begin();
  }

  /**
   * Says of a planned step what nobody would see otherwise, and that trouble is over.
   * @returns milliseconds after which to look again; undefined when that is not needed.
   */
  tell(step: ClaimStep, pair: Pair, key: string): number | undefined {
    const { Consumer, Provider } = pair;
    const name = this.nameOf(key);
    this.met(key, Consumer);
    if (step.step === 'nothing' && isLive(Consumer) && isLive(Provider)) {
      this.cured(key);
    }
    if (step.step !== 'orphan') this.orphans.settle(name);
    if (step.step !== 'conflict') this.collisions.settle(name);
    if (step.step === 'orphan') return this.orphans.found(name);
    if (step.step !== 'conflict' || !Consumer) return undefined;
    const { kind } = this.options.resource;
    this.collisions.found(name);
    this.trouble(key, Consumer, {
      state: 'Conflict',
      message: `The control plane has a ${kind} of this name, but ${step.why}. Both stay as they are. Rename or remove one of them.`,
    });
    return conflictCheckMs;
  }

  /** The object can have no copy, whatever it says. */
  impossible(key: string, consumer: KubeObject, why: Feedback): void {
    this.orphans.settle(this.nameOf(key));
    this.collisions.settle(this.nameOf(key));
    this.trouble(key, consumer, why);
  }

  /** True when a failed write need not be tried again at once, because the answer would be the same. */
  refused(
    error: unknown,
    consumer: KubeObject | undefined,
    key: string,
    context: Pick<ReconcileContext, 'requeueAfter' | 'logger'>,
  ): boolean {
    const refusal = classifyRefusal(error);
    if (refusal.refused === 'no') return false;
    const forbidden = refusal.refused === 'forbidden';
    const why = error instanceof Error ? error.message : 'unknown reason';
    context.requeueAfter(forbidden ? forbiddenCheckMs : rejectedWaitMs);
    context.logger.warn({ err: error }, 'a claimed object may not be written');
    if (consumer) {
      this.trouble(key, consumer, {
        state: stateOfRefusal(refusal),
        message: `It cannot be kept in step with the other cluster: ${why}`,
      });
    }
    return true;
  }

  /** There is nothing to be told of this key any more. */
  forget(key: string): void {
    this.orphans.settle(this.nameOf(key));
    this.collisions.settle(this.nameOf(key));
    this.gone(key);
  }

  private nameOf(key: string): string {
    return `${resourceName(this.options.resource)} ${key}`;
  }

  private trouble(
    key: string,
    consumer: KubeObject,
    { state, message }: Feedback,
  ): void {
    this.met(key, consumer);
    const object = slim(consumer);
    this.troubled.set(key, object);
    this.options.events.report(object, state, message);
  }

  /** What was told of an object before it does not speak of another one that has its name. */
  private met(key: string, consumer: KubeObject | undefined): void {
    const before = this.troubled.get(key);
    if (before?.metadata.uid !== consumer?.metadata.uid) this.gone(key);
  }

  private cured(key: string): void {
    const object = this.troubled.get(key);
    if (!object) return;
    this.troubled.delete(key);
    this.options.events.report(
      object,
      'Synced',
      'It is in step with the other cluster.',
    );
  }

  /** The object is gone, or nobody's business any more. */
  private gone(key: string): void {
    const object = this.troubled.get(key);
    if (object) this.options.events.forget(object);
    this.troubled.delete(key);
  }
}
