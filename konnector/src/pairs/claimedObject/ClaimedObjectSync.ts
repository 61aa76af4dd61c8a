/** Syncs the objects of one claimed type. */
import { metadataOf, resourceName, type KubeObject } from '@klutch/kube';
import type { Breaker } from '../../deletion/breaker/Breaker';
import { crdOwners } from '../../deletion/lostOwner';
import type { Failure } from '../../failure';
import { claimedObjectName } from '../../feedback/IssueReport';
import { carriesMarks } from '../../mapping/Mapping';
import { labels } from '../../markers';
import { onAbort } from '../../onAbort';
import { PairController } from '../PairController';
import type { ClaimedObjectOptions } from './ClaimedObjectOptions';
import { ClaimedDeletions } from './claimedDeletions';
import { ClaimFeedback } from './feedback/claimFeedback';
import { FieldSelectors } from './FieldSelectors';
import { createNamespaceTracker } from './observedDeletions/namespaceTracker';
import { ObservedDeletions } from './observedDeletions/observedDeletions';
import { matchesKey, syncsOwner } from './plan/claimSelection';
import { consumerRole } from './plan/owner';
import { platformFieldSelector } from './plan/platformObjects';
import { ClaimedObjectPolicy } from './ClaimedObjectPolicy';
import type { ClaimedObjectMemory } from './claimedObjectMemory';
import type { EffectiveClaim } from './EffectiveClaims';
import { isBindingKubeconfigSecret } from './isBindingKubeconfigSecret';
import { startUnlabelledCopyScan } from './unlabelledCopies';

type ClaimedPairs = PairController<KubeObject, ClaimedObjectMemory>;
type UnlabelledCopyScan = ReturnType<typeof startUnlabelledCopyScan>;

/** Keeps the metadata that decides whether the body is read at all. */
export const toMetadata = ({
  apiVersion,
  kind,
  metadata,
}: KubeObject): KubeObject => {
  const { name, namespace, uid, resourceVersion, labels: marks } = metadata;
  const { deletionTimestamp, annotations } = metadata;
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      namespace,
      uid,
      resourceVersion,
      deletionTimestamp,
      labels: marks,
      annotations,
    },
  };
};

/**
 * As {@link toMetadata}, for objects of the app cluster: also keeps owners of custom types, which show after a
 * deletion whether the owner's type was deleted. Few objects have such owners.
 */
export const toMetadataWithOwners = (object: KubeObject): KubeObject => {
  const slim = toMetadata(object);
  const owners = crdOwners(object);
  if (owners.length > 0) {
    slim.metadata.ownerReferences = owners.map(
      ({ apiVersion, kind, name, uid }) => ({ apiVersion, kind, name, uid }),
    );
    slim.metadata.creationTimestamp = object.metadata.creationTimestamp;
  }
  return slim;
};

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

/** The sync of one claimed type: its caches, its policy, and what the policy needs. */
export class ClaimedObjectSync {
  readonly pairs: ClaimedPairs;
  private readonly options: ClaimedObjectOptions;
  private readonly claimedDeletions: ClaimedDeletions;
  private readonly policy: ClaimedObjectPolicy;
  private readonly unlabelledCopyScan: UnlabelledCopyScan | undefined;

  constructor(parts: ClaimedObjectOptions) {
    const { mapping } = parts;
    const logger = parts.logger.child({ claim: mapping.consumer.plural });
    const options = {
      ...parts,
      logger,
      changed: () => {
        this.unlabelledCopyScan?.scan();
        parts.changed();
      },
    };
    const pairs = openPairs(options);
    this.options = options;
    this.pairs = pairs;
    const { consumers, providers, memories, leadershipStart, signal } = pairs;
    const resource = mapping.consumer;
    const fieldSelectors = new FieldSelectors({
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
    onAbort(signal, () => this.claimedDeletions.detach());
    this.policy = new ClaimedObjectPolicy({
      options,
      pairs,
      observedDeletions,
      claimedDeletions: this.claimedDeletions,
      feedback: new ClaimFeedback({
        memories,
        events: options.events,
        resource,
      }),
      fieldSelectors,
    });
    this.unlabelledCopyScan = this.startUnlabelledCopyScan();
  }

  /** Only where copies alone are watched, by their label. */
  private startUnlabelledCopyScan(): UnlabelledCopyScan | undefined {
    const { options, pairs } = this;
    if (options.watchesConsumers) return undefined;
    const resource = options.mapping.consumer;
    return startUnlabelledCopyScan({
      ...options,
      client: options.consumerClient,
      resource,
      fieldSelector: platformFieldSelector(resource),
      claimsSnapshot: () =>
        pairs.hasSynced() ? this.policy.claims : undefined,
      isOrphan: object => this.isOrphan(object),
    });
  }

  /** Starts to watch the app cluster; reconciles start when the engine runs. Call once only. */
  start(): void {
    this.pairs.start(this.policy);
  }

  /** Call when the signal has aborted. Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    await this.unlabelledCopyScan?.stopped();
    await this.pairs.stop();
  }

  /** Why no object of the type may be written; undefined when objects may be. */
  get refusal(): Failure | undefined {
    const found = this.pairs.refusal();
    return (
      found && {
        message: `The claim on ${this.options.mapping.consumer.plural} is not served. ${found.why.message}`,
        since: found.since,
      }
    );
  }

  /** Call with the claims on the type when they changed: requeues all objects. */
  setClaims(claims: readonly EffectiveClaim[]): void {
    this.policy.setClaims(claims);
    this.pairs.enqueueAll();
    this.unlabelledCopyScan?.scan();
    this.pairs.issueTracker.rescan();
  }

  /** Counts deletions of this type with the breaker of another binding from now on. */
  setBreaker(breaker: Breaker): void {
    this.claimedDeletions.setBreaker(breaker);
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
      this.policy.claims.some(
        claim =>
          !claim.suspended &&
          syncsOwner(claim, 'Provider') &&
          matchesKey(claim, consumerKey),
      )
    );
  }
}
