/** Syncs the objects of one claimed type. */
import {
  metadataOf,
  resourceName,
  type CacheChange,
  type KubeObject,
  type ReconcileContext,
} from '@klutch/kube';
import type { Breaker } from '../../deletion/breaker/Breaker';
import type { Failure } from '../../failure';
import type { ScanResult } from '../../feedback/IssueTracker';
import type { IssueReports } from '../../feedback/IssueCounters';
import { claimedObjectName } from '../../feedback/IssueReport';
import { carriesMarks } from '../../mapping/Mapping';
import { labels } from '../../markers';
import { PairController } from '../PairController';
import type { PairPolicy } from '../PairPolicy';
import type { ClaimedObjectOptions } from './ClaimedObjectOptions';
import { ClaimedDeletions } from './claimedDeletions';
import { ClaimFeedback } from './feedback/claimFeedback';
import { FieldSelectors } from './FieldSelectors';
import { createNamespaceTracker } from './observedDeletions/namespaceTracker';
import { ObservedDeletions } from './observedDeletions/observedDeletions';
import { matchesKey, syncsOwner } from './plan/claimSelection';
import { consumerRole } from './plan/owner';
import { platformFieldSelector } from './plan/platformObjects';
import { ClaimReconciler } from './ClaimReconciler';
import { isBindingKubeconfigSecret } from './isBindingKubeconfigSecret';
import { toMetadata, toMetadataWithOwners } from './toMetadata';
import { startUnlabelledCopyScan } from './unlabelledCopies';

/** The running sync of one claimed type. */
export interface ClaimSync {
  /** Call when the claims on the type changed: requeues all objects. */
  claimsChanged(): void;
  /** Counts deletions of this type with the breaker of another binding from now on. */
  setBreaker(breaker: Breaker): void;
  /** Why the objects on one of the clusters cannot be watched or selected; undefined when both can. */
  failure(): Failure | undefined;
  /** Whether the objects of both clusters are known. */
  hasSynced(): boolean;
  /** The issues that bindings report. */
  issueReports(): IssueReports;
  /** Resolves when the signal has aborted and the sync has stopped writing. */
  stopped(): Promise<void>;
}

type ClaimedPairs = PairController<KubeObject>;

/** Watches metadata only, never object bodies. */
function openPairs(options: ClaimedObjectOptions): ClaimedPairs {
  const { mapping, pins, watchesConsumers } = options;
  const resource = mapping.consumer;
  const crdName = resourceName(resource);
  const fieldSelector = platformFieldSelector(resource);
  return new PairController(options, {
    name: `${crdName}@${pins.providerNamespaceUid}`,
    crdName,
    consumers: {
      resource: metadataOf(resource),
      labelSelector: watchesConsumers
        ? undefined
        : `${labels.resourceOwner}=Provider`,
      fieldSelector,
      project: toMetadataWithOwners,
    },
    providers: {
      resource: metadataOf(mapping.provider),
      fieldSelector,
      project: toMetadata,
    },
    isOurs: object => carriesMarks(object, mapping.marks),
    nameOf: key => claimedObjectName(crdName, key),
  });
}

/** What is done with a claimed object and its copy. */
class ClaimedObjectPolicy implements PairPolicy<KubeObject> {
  private readonly fieldSelectors: FieldSelectors;
  private readonly claimedDeletions: ClaimedDeletions;
  private readonly reconciler: ClaimReconciler;
  private readonly unlabelledCopyScan:
    | ReturnType<typeof startUnlabelledCopyScan>
    | undefined;

  constructor(
    private readonly options: ClaimedObjectOptions,
    private readonly pairs: ClaimedPairs,
  ) {
    const { mapping, pins, logger } = options;
    const { consumers, providers, leadershipStart, signal } = pairs;
    const resource = mapping.consumer;
    this.fieldSelectors = new FieldSelectors({
      clients: {
        Provider: options.providerClient,
        Consumer: options.consumerClient,
      },
      mapping,
      failureChanged: () => pairs.changed(),
    });
    const observedDeletions = new ObservedDeletions({
      cache: consumers,
      client: options.consumerClient,
      namespaceTracker: createNamespaceTracker({
        ...options,
        client: options.consumerClient,
      }),
      resource,
      leadershipStart,
      onlyCopies: !options.watchesConsumers,
    });
    this.claimedDeletions = new ClaimedDeletions({
      breaker: options.breaker,
      enqueue: key => pairs.enqueue(key, 'user'),
      objects: () =>
        providers
          .all()
          .filter(object => mapping.consumerKeyOf(object) !== undefined),
      forget: () => observedDeletions.forgetAll(),
    });
    const detach = () => this.claimedDeletions.detach();
    signal.addEventListener('abort', detach, { once: true });
    this.reconciler = new ClaimReconciler({
      ...options,
      claimant: { pins, marks: mapping.marks },
      isRefused: () => pairs.refusal() !== undefined,
      consumers,
      providers,
      observedDeletions,
      claimedDeletions: this.claimedDeletions,
      feedback: new ClaimFeedback({
        events: options.events,
        issueTracker: pairs.issueTracker,
        resource,
      }),
      fieldSelectors: this.fieldSelectors,
    });
    this.unlabelledCopyScan = options.watchesConsumers
      ? undefined
      : startUnlabelledCopyScan({
          ...options,
          client: options.consumerClient,
          resource,
          fieldSelector: platformFieldSelector(resource),
          claimsSnapshot: () =>
            pairs.hasSynced() ? options.claims() : undefined,
          isOrphan: object => this.isOrphan(object),
          logger,
        });
  }

  reconcile(
    key: string,
    context: ReconcileContext,
    scanResult: ScanResult,
  ): Promise<void> {
    return this.reconciler.reconcile(key, context, scanResult);
  }

  consumerChanged({ type, object }: CacheChange<KubeObject>): boolean {
    if (type === 'deleted') this.options.events.forget(object);
    return true;
  }

  registered(): void {
    this.unlabelledCopyScan?.scan();
  }

  namespaceSynced(): void {
    this.unlabelledCopyScan?.scan();
  }

  failure(): Failure | undefined {
    return this.fieldSelectors.failure();
  }

  claimsChanged(): void {
    this.fieldSelectors.setClaims(this.options.claims());
    this.pairs.enqueueAll();
    this.unlabelledCopyScan?.scan();
    this.pairs.issueTracker.rescan();
  }

  setBreaker(breaker: Breaker): void {
    this.claimedDeletions.setBreaker(breaker);
  }

  /** Resolves when nothing else than the pairs is written any more. */
  async stopped(): Promise<void> {
    await this.unlabelledCopyScan?.stopped();
  }

  /** Whether an object of the app cluster is a copy whose original does not exist any more. */
  private isOrphan(object: KubeObject): boolean {
    const { options, pairs } = this;
    const { mapping, pins } = options;
    const { namespace, name = '' } = object.metadata;
    const consumerKey = { namespace, name };
    const copyLocation = mapping.locate(consumerKey);
    return (
      consumerRole(object, pins) === 'copy' &&
      copyLocation.at === 'ready' &&
      pairs.providers.hasSynced(copyLocation.key) &&
      !pairs.providers.get(copyLocation.key) &&
      !isBindingKubeconfigSecret(
        options.bindings,
        mapping.consumer,
        consumerKey,
      ) &&
      options
        .claims()
        .some(
          claim =>
            !claim.suspended &&
            syncsOwner(claim, 'Provider') &&
            matchesKey(claim, consumerKey),
        )
    );
  }
}

/** Starts to sync the objects that the claims select, until the signal aborts. */
export function startClaimSync(parts: ClaimedObjectOptions): ClaimSync {
  const { signal, mapping } = parts;
  const logger = parts.logger.child({ claim: mapping.consumer.plural });
  const options = { ...parts, logger };
  const pairs = openPairs(options);
  const policy = new ClaimedObjectPolicy(options, pairs);
  pairs.start(policy);
  const stopped = new Promise<void>(resolve => {
    const stop = async () => {
      await policy.stopped();
      resolve(pairs.stop());
    };
    signal.addEventListener('abort', stop, { once: true });
  });

  function refusal(): Failure | undefined {
    const found = pairs.refusal();
    return (
      found && {
        message: `The claim on ${mapping.consumer.plural} is not served. ${found.why.message}`,
        since: found.since,
      }
    );
  }

  return {
    claimsChanged: () => policy.claimsChanged(),
    setBreaker: breaker => policy.setBreaker(breaker),
    failure: () => refusal() ?? pairs.failure(),
    hasSynced: () => pairs.hasSynced(),
    issueReports: () => pairs.issueTracker.report(),
    stopped: () => stopped,
  };
}
