/** Keeps the objects of one claimed type in step: its watches on both clusters feed one reconcile, in the engine's turn. */
import {
  createCache,
  keyOf,
  metadataOf,
  parseKey,
  priorityOf,
  resourceName,
  type KubeObject,
  type Priority,
} from '@klutch/kube';
import { createExclusivity } from '../copies/exclusivity';
import type { FollowCopies } from '../copies/ProviderObjects';
import type { Breaker } from '../deletion/breaker/Breaker';
import type { TallyReports } from '../feedback/Tallies';
import { labels, type ClusterPins } from '../markers';
import { carriesMarks } from '../mapping/carriesMarks';
import type { Mapping } from '../mapping/Mapping';
import { onNewHome } from '../namespaces/homes';
import { copiesKnown } from '../copies/copiesKnown';
import { leadStartOf } from '../duty/leadStart';
import { followTrouble, type Trouble } from '../trouble';
import type { ClaimInForce } from './ClaimsInForce';
import { ClaimFeedback } from './feedback/claimFeedback';
import { coversLabels, coversPlace, mayContinue } from './plan/claimSelection';
import { consumerRole } from './plan/owner';
import { createEvidence } from './evidence/evidence';
import { createFieldSelections } from './fieldSelections';
import { HeldDeletions } from './heldDeletions';
import { followHomes } from './evidence/homeNamespaces';
import { platformFields } from './platformObjects';
import { createClaimReconcile } from './reconcileClaimed';
import { startUnlabelledCopies } from './unlabelledCopies';
import type { RelatedObjectsParts } from './relatedObjects';
import { toMetadata, toMetadataWithOwners } from './toMetadata';

/** One claimed type at work. */
export interface ClaimSync {
  /** The claims on the type changed: looks at everything again. */
  claimsChanged(): void;
  /** Its deletions count for another binding from now on. */
  countFor(breaker: Breaker): void;
  /** What keeps it from following one of the clusters. */
  trouble(): Trouble | undefined;
  /** Whether the objects of both clusters are known, and which of them the claims select. */
  isFollowed(): boolean;
  /** What bindings tell of. */
  tallies(): TallyReports;
  /** Resolves when its signal has aborted and nothing is written any more. */
  stopped(): Promise<void>;
}

/** What {@link startClaimSync} needs. `claims` are those in force at the moment of the call; another list when they changed. */
export interface ClaimSyncOptions extends Omit<
  RelatedObjectsParts,
  'breakerOf'
> {
  pins: ClusterPins;
  /** Of the binding for which its deletions count at first. */
  breaker: Breaker;
  mapping: Mapping;
  followCopies: FollowCopies;
  claims: () => readonly ClaimInForce[];
  /** Whether objects of the app cluster matter that are no copies of ours; others are not even watched then. */
  watchesConsumers: boolean;
}

const byNamespace = 'namespace';

/** Bodies are never watched. */
export function startClaimSync(options: ClaimSyncOptions): ClaimSync {
  const { mapping, signal, metrics, serviceNamespaces } = options;
  const resource = mapping.consumer;
  const logger = options.logger.child({ claim: resource.plural });
  const { engine, pins } = options;
  const nameInEngine = `${resourceName(resource)}@${pins.providerNamespaceUid}`;
  let isAtWork = false;
  const fieldSelector = platformFields(resource);

  const consumers = createCache({
    client: options.consumerClient,
    resource: metadataOf(resource),
    labelSelector: options.watchesConsumers
      ? undefined
      : `${labels.resourceOwner}=Provider`,
    fieldSelector,
    project: toMetadataWithOwners,
    indexes: { [byNamespace]: ({ metadata }) => [metadata.namespace ?? ''] },
    logger,
    metrics,
  });
  const leadStart = leadStartOf(options.consumerClient, resource, signal);
  const evidence = createEvidence({
    cache: consumers,
    client: options.consumerClient,
    homes: followHomes({ ...options, client: options.consumerClient }),
    resource,
    leadStart,
    onlyCopies: !options.watchesConsumers,
  });
  const changed = () => {
    if (!signal.aborted) options.changed();
  };
  const exclusivity = createExclusivity({
    mapping,
    pins,
    crdName: resourceName(resource),
    isOurs: object => carriesMarks(object, mapping.marks),
    changed() {
      enqueueAll();
      options.changed();
    },
  });
  const taken = (): Trouble | undefined => {
    const found = exclusivity.refusal();
    if (!found) return undefined;
    const message = `The claim on ${resource.plural} is not served. ${found.why.message}`;
    return { message, since: found.since };
  };
  const providers = options.followCopies<KubeObject>({
    client: options.providerClient,
    resource: metadataOf(mapping.provider),
    fieldSelector,
    project: toMetadata,
    changed(change) {
      exclusivity.see(change);
      const key = mapping.consumerKeyOf(change.object);
      enqueue(key, change.source === 'list' ? 'initial' : 'status');
      const { namespace } = key ? parseKey(key) : {};
      if (change.type === 'deleted' && namespace) options.copyGone(namespace);
    },
    becameKnown,
    healthChanged: options.changed,
    signal,
    logger,
    metrics,
  });
  const fields = createFieldSelections({
    ...options,
    changed: enqueue,
    becameKnown,
    healthChanged: changed,
    logger,
  });
  fields.follow(options.claims());
  const held = new HeldDeletions({
    breaker: options.breaker,
    look: key => enqueue(key, 'user'),
    objects: () =>
      providers
        .all()
        .filter(object => mapping.consumerKeyOf(object) !== undefined),
    forget: () => evidence.settleAll(),
  });
  signal.addEventListener('abort', () => held.end(), { once: true });
  const feedback = new ClaimFeedback({
    ...options,
    resource,
    changed,
    trouble,
    keys: allKeys,
    isWhole: isFollowed,
    look: key => enqueue(key, 'initial'),
  });
  const { findings } = feedback;
  const reconcile = createClaimReconcile({
    ...options,
    claimant: { pins, marks: mapping.marks },
    isRefused: () => exclusivity.refusal() !== undefined,
    consumers,
    providers,
    evidence,
    held,
    feedback,
    selects: (claim, side, object) =>
      coversLabels(claim, object.metadata.labels) &&
      fields.select(claim, side, object),
    isKnownAt: fields.isKnownAt,
  });
  const unlabelled = options.watchesConsumers
    ? undefined
    : startUnlabelledCopies({
        ...options,
        client: options.consumerClient,
        resource,
        fieldSelector,
        basis: () => (isFollowed() ? options.claims() : undefined),
        isOrphan,
        logger,
      });
  consumers.subscribe(change => enqueue(change.key, priorityOf(change)));
  // When a service namespace goes, nothing tells any more whose its objects were.
  const unfollow = serviceNamespaces.cache.subscribe(({ object }) =>
    enqueueTold(object.metadata.name ?? ''),
  );
  signal.addEventListener('abort', unfollow, { once: true });
  const consumerTrouble = followTrouble(consumers, 'of the app cluster');
  // Copies that went with a former namespace of that name are made anew.
  const withCopies = (namespace: string) => {
    if (serviceNamespaces.of(namespace)) enqueueNamespace(namespace, 'status');
  };
  onNewHome(options.namespaces, withCopies, signal);
  let isLost = false;
  consumers.onHealth(({ state }) => {
    if (state === 'waiting') isLost = true;
    else if (state === 'watching' && isLost) {
      isLost = false;
      // Its copies may have gone with the type, and what was to be written meanwhile met nothing.
      enqueueAll();
    }
    changed();
  });
  consumers.whenSynced(signal).then(
    () => {
      if (signal.aborted) return;
      isAtWork = true;
      unlabelled?.scan();
      engine.register(nameInEngine, {
        signal,
        keys: allKeys,
        reconcile: (key, context) =>
          findings.look(key, look => reconcile(key, context, look)),
      });
      changed();
    },
    () => undefined,
  );
  const over = new Promise<void>(resolve => {
    const leave = async () => {
      await unlabelled?.stopped();
      resolve(engine.unregister(nameInEngine));
    };
    signal.addEventListener('abort', leave, { once: true });
  });
  consumers.start(signal);
  options.duty.onLead(() => {
    leadStart.begin();
    findings.begin();
    enqueueAll();
  }, signal);

  function becameKnown(namespace: string): void {
    if (namespace === '') enqueueAll();
    else enqueueNamespace(namespace, 'initial');
    unlabelled?.scan();
    changed();
  }
  function enqueue(key: string | undefined, priority: Priority): void {
    if (key) engine.enqueue(nameInEngine, key, priority);
  }
  function allKeys(): string[] {
    const above = providers.all().flatMap(copy => {
      const key = mapping.consumerKeyOf(copy);
      return key === undefined ? [] : [key];
    });
    return [...consumers.list().map(keyOf), ...above];
  }
  function enqueueAll(): void {
    allKeys().forEach(key => enqueue(key, 'initial'));
  }
  function enqueueTold(namespace: string): void {
    feedback.keysIn(namespace).forEach(key => enqueue(key, 'status'));
  }
  function enqueueNamespace(namespace: string, priority: Priority): void {
    enqueueTold(namespace);
    providers
      .list(serviceNamespaces.of(namespace) ?? '')
      .forEach(copy => enqueue(mapping.consumerKeyOf(copy), priority));
    // A copy whose original went away while nobody watched is found from this side, and what belongs to the app cluster.
    consumers
      .byIndex(byNamespace, namespace)
      .forEach(object => enqueue(keyOf(object), priority));
  }

  /** Whether an object of the app cluster is a copy whose original is gone. */
  function isOrphan(object: KubeObject): boolean {
    const { namespace, name = '' } = object.metadata;
    const here = { namespace, name };
    const at = mapping.place(here);
    return (
      consumerRole(object, pins) === 'copy' &&
      at.at === 'ready' &&
      providers.known(at.key) &&
      !providers.get(at.key) &&
      !options.isReserved(resource, here) &&
      options
        .claims()
        .some(
          claim =>
            !claim.handsOff &&
            mayContinue(claim, 'Provider') &&
            coversPlace(claim, here),
        )
    );
  }

  function trouble(): Trouble | undefined {
    return (
      taken() ?? consumerTrouble() ?? providers.trouble() ?? fields.trouble()
    );
  }
  function isFollowed(): boolean {
    return (
      isAtWork &&
      copiesKnown(mapping, providers, serviceNamespaces) &&
      fields.isKnown()
    );
  }

  return {
    claimsChanged() {
      fields.follow(options.claims());
      enqueueAll();
      unlabelled?.scan();
      findings.again();
    },
    countFor: breaker => held.countFor(breaker),
    trouble,
    isFollowed,
    tallies: () => findings.report(),
    stopped: () => over,
  };
}
