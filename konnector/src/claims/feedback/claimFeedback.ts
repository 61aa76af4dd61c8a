/** What people are told about claimed objects: Events on the app cluster's object, and what its bindings tell of. */
import {
  parseKey,
  resourceName,
  type KubeObject,
  type ReconcileContext,
  type Resource,
} from '@klutch/kube';
import type { ClusterDisplayName } from '../../feedback/ClusterDisplayName';
import { planRetry } from '../../feedback/planRetry';
import type { Backoff } from '../../feedback/backoff';
import type { EventRecorder } from '../../feedback/eventRecorder';
import type { Feedback } from '../../feedback/objectCondition';
import type { Refusal } from '../../feedback/refusal';
import {
  IssueTracker,
  type IssueTrackerOptions,
} from '../../feedback/IssueTracker';
import type { ScanResult } from '../../feedback/InitialScan';
import type { IssueCounters } from '../../feedback/IssueCounters';
import { claimedObjectName } from '../../feedback/IssueReport';
import type { ClaimStep } from '../plan/claimFacts';
import { ClaimEvents } from './ClaimEvents';
import type { Pair } from '../pairWrites';

/** How often a conflict is looked at again, as nothing tells when the other object goes; milliseconds. */
const conflictCheckMs = 60_000;

/** What planned steps end with, whatever came of the writes before. */
const terminalSteps = new Set<ClaimStep['step']>([
  'nothing',
  'conflict',
  'orphan',
  'orphan-on-app-cluster',
]);

const isLive = (object: KubeObject | undefined) =>
  object !== undefined && !object.metadata.deletionTimestamp;

const withRetryHint = ({ state, message }: Refusal): string =>
  state === 'Rejected'
    ? `${message} It is tried again when the object of its owner changes.`
    : message;

/** A read or a write that failed. */
export interface FailedCall {
  error: unknown;
  /** That gave the error. */
  cluster: ClusterDisplayName;
  /** The object of the app cluster, if there is one. */
  consumer: KubeObject | undefined;
}

/** Of one claimed type. Keys are those of the app cluster; bindings name `<type> <key>`. */
export class ClaimFeedback {
  /** What bindings tell of. */
  readonly issueTracker: IssueTracker;
  private readonly issueCounters: IssueCounters;
  /** How often in a row a cluster failed at an object, by key. */
  private readonly backoff = new Map<string, Backoff>();
  private readonly events: ClaimEvents;

  /** @param options.signal - ends the type's sync. */
  constructor(
    private readonly options: Omit<IssueTrackerOptions, 'nameOf'> & {
      events: EventRecorder;
      resource: Resource;
      signal: AbortSignal;
    },
  ) {
    const nameOf = (key: string) => this.nameOf(key);
    this.issueTracker = new IssueTracker({ ...options, nameOf });
    this.issueCounters = this.issueTracker.counters;
    this.events = new ClaimEvents(options.events);
    const end = () => this.events.forgetAll();
    options.signal.addEventListener('abort', end, { once: true });
  }

  /**
   * Says of a planned step what nobody would see otherwise, and that a failure is over.
   * @returns milliseconds after which to look again; undefined when that is not needed.
   */
  reportStep(step: ClaimStep, pair: Pair, key: string): number | undefined {
    const { Consumer, Provider } = pair;
    const name = this.nameOf(key);
    this.events.observe(key, Consumer);
    if (step.step === 'nothing' && isLive(Consumer) && isLive(Provider)) {
      this.events.reportSynced(key);
    }
    const isTerminal = terminalSteps.has(step.step);
    if (isTerminal) this.backoff.delete(key);
    const { orphans, orphansOnAppCluster, collisions, refused } =
      this.issueCounters;
    if (isTerminal || Consumer) refused.resolve(name);
    if (step.step !== 'orphan') orphans.resolve(name);
    if (step.step !== 'orphan-on-app-cluster')
      orphansOnAppCluster.resolve(name);
    if (step.step !== 'conflict') collisions.resolve(name);
    if (step.step === 'orphan') return orphans.add(name);
    if (step.step === 'orphan-on-app-cluster')
      return orphansOnAppCluster.add(name);
    if (step.step !== 'conflict' || !Consumer) return undefined;
    const { kind } = this.options.resource;
    collisions.add(name);
    this.report(key, Consumer, {
      state: 'Conflict',
      message: `The control plane has a ${kind} of this name, but ${step.why}. Both stay as they are. Rename this one, or remove it if it is not needed; that one may be in use.`,
    });
    return conflictCheckMs;
  }

  /** The object can have no copy, whatever it says. */
  reportImpossible(key: string, consumer: KubeObject, why: Feedback): void {
    this.issueCounters.resolve(this.nameOf(key));
    this.report(key, consumer, why);
  }

  /** Somebody undoes what is written, as often as it is. */
  reportReverted(key: string, consumer: KubeObject | undefined): void {
    const message =
      'Somebody changes it, or its copy, as often as it is brought in step: a webhook, or another controller. It is left as it is, and tried again every minute.';
    if (consumer) this.report(key, consumer, { state: 'Conflict', message });
    else this.issueCounters.refused.add(this.nameOf(key), message);
  }

  /** The place of the pair is missing, so that nothing refuses it: there is nothing to be told of that. */
  clearRefusal(key: string): void {
    this.issueCounters.refused.resolve(this.nameOf(key));
  }

  /**
   * True when a failed call need not be tried again at once, because the answer would be the same, or has been for long.
   * @param scanResult - at the key; it says so when nothing is told of that yet.
   */
  reportRefusal(
    { error, cluster, consumer }: FailedCall,
    key: string,
    context: Pick<ReconcileContext, 'requeueAfter' | 'logger'>,
    scanResult: ScanResult,
  ): boolean {
    const retryPlan = planRetry(error, cluster, this.backoff.get(key));
    if (!retryPlan) return false;
    context.logger.warn(
      { err: error, cluster },
      'a claimed object is refused, or a cluster fails at it',
    );
    if (retryPlan.backoff) this.backoff.set(key, retryPlan.backoff);
    context.requeueAfter(retryPlan.requeueAfterMs);
    if (!retryPlan.isReported) {
      scanResult.problem = retryPlan.refusal.message;
      return true;
    }
    const why = {
      ...retryPlan.refusal,
      message: withRetryHint(retryPlan.refusal),
    };
    if (consumer) this.report(key, consumer, why);
    else this.issueCounters.refused.add(this.nameOf(key), why.message);
    return true;
  }

  /** Keys of what bindings tell of in a namespace. */
  keysIn(namespace: string): string[] {
    const prefix = this.nameOf('');
    return [...this.issueCounters.names()]
      .map(name => name.slice(prefix.length))
      .filter(key => parseKey(key).namespace === namespace);
  }

  /** There is nothing to be told of this key any more. */
  forget(key: string): void {
    this.issueCounters.resolve(this.nameOf(key));
    this.backoff.delete(key);
    this.events.forget(key);
  }

  private nameOf(key: string): string {
    return claimedObjectName(resourceName(this.options.resource), key);
  }

  /** An Event tells of the object, so the binding need not. */
  private report(key: string, consumer: KubeObject, why: Feedback): void {
    this.issueCounters.refused.resolve(this.nameOf(key));
    this.events.report(key, consumer, why);
  }
}
