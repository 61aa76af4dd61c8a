/** The sync of one claimed type: resolves the type, again while it cannot be synced, and starts the sync. */
import type { PermissionClaim } from '@klutch/bind-api';
import { errorMessage } from '@klutch/kube';
import type { Failure } from '../failure';
import { emptyReports, type IssueReports } from '../feedback/issueKinds';
import { mappingOf } from '../mapping/mappingOf';
import { onAbort } from '../onAbort';
import { providerScopeOf } from '../providerCaches/ProviderCache';
import { ClaimedObjectSync } from '../pairs/claimedObject/ClaimedObjectSync';
import type { ClaimSyncConfig } from './claimedTypeConfig';
import type { EffectiveClaim } from '../pairs/claimedObject/EffectiveClaims';
import type { ClaimedType } from '../pairs/claimedObject/planClaimedType';
import type { ClaimedObjectOptions } from '../pairs/claimedObject/ClaimedObjectOptions';
import type { PairContext } from '../pairs/PairContext';
import type { Breakers } from '../deletion/breaker/BindingBreaker';
import type { ClusterPins } from '../markers';
import { resolveClaimedType } from './resolveClaimedType';

/** Delay before a claimed type is resolved again; milliseconds. */
const resolveRetryMs = 10_000;

/** Dependencies of the sync of all claimed types of one cluster namespace. */
export interface ClaimedTypesParts
  extends PairContext, Pick<ClaimedObjectOptions, 'bindings'> {
  /** Name of the app cluster's namespace on the control plane. */
  clusterNamespace: string;
  /** Pins without `formerCluster`, which bindings declare with their claims. */
  pins: Omit<ClusterPins, 'formerCluster'>;
  /** Asked before anything is deleted on the control plane. */
  breakers: Breakers;
}

export interface ClaimedTypeSyncOptions {
  parts: ClaimedTypesParts;
  /** Name of the type, see `claimedName`. */
  type: string;
  /** One of the claims on the type. */
  claim: PermissionClaim;
  config: ClaimSyncConfig;
  /** Deletions count against the quota of this binding. */
  binding: string;
  /** The effective claims on the type. */
  claims: readonly EffectiveClaim[];
  /**
   * Resolves when earlier syncs of the type have stopped writing: a sync takes a deletion sent by an earlier one for a
   * user's.
   */
  earlierStopped: () => Promise<unknown>;
}

/** One claimed type, with one config. */
export class ClaimedTypeSync {
  readonly config: ClaimSyncConfig;
  private objects: ClaimedObjectSync | undefined;
  private ownFailure: Failure | undefined;
  private countedBinding: string;
  private claims: readonly EffectiveClaim[];
  private retryTimer: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();
  private readonly signal: AbortSignal;

  constructor(private readonly options: ClaimedTypeSyncOptions) {
    this.config = options.config;
    this.countedBinding = options.binding;
    this.claims = options.claims;
    const { signal } = options.parts;
    this.signal = AbortSignal.any([signal, this.stopping.signal]);
    onAbort(this.signal, () => clearTimeout(this.retryTimer));
    void this.attempt();
  }

  /** The binding against whose quota deletions count. */
  get binding(): string {
    return this.countedBinding;
  }

  /** Counts deletions against the quota of another binding from now on. */
  setBinding(binding: string): void {
    this.countedBinding = binding;
    this.objects?.setBreaker(this.options.parts.breakers.of(binding));
  }

  /** Call with the claims on the type when they changed, and the config did not. */
  setClaims(claims: readonly EffectiveClaim[]): void {
    this.claims = claims;
    this.objects?.setClaims(claims);
  }

  /** Why the type is not synced. */
  failure(): Failure | undefined {
    const { objects } = this;
    return this.ownFailure ?? objects?.refusal ?? objects?.pairs.failure();
  }

  hasSynced(): boolean {
    return this.objects?.pairs.hasSynced() === true;
  }

  /** A type that cannot be synced has no issues: its failure is reported. */
  issueReports(): IssueReports | undefined {
    return (
      this.objects?.pairs.issueTracker.report() ??
      (this.ownFailure && emptyReports)
    );
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.objects?.stop();
  }

  private async attempt(): Promise<void> {
    const { parts, type } = this.options;
    try {
      const found = await this.resolve();
      await this.options.earlierStopped();
      if (this.signal.aborted) return;
      this.apply(found);
    } catch (error) {
      if (this.signal.aborted) return;
      parts.logger.error({ err: error, type }, 'a claim failed');
      // Stops a partially started sync.
      this.stopping.abort();
      this.ownFailure = {
        message: `The claim on ${type} cannot be served: ${errorMessage(error)}`,
        since: new Date(),
      };
    }
    parts.changed();
  }

  private async resolve(): Promise<ClaimedType> {
    const { parts, claim, config } = this.options;
    if (config.problem)
      return { ok: false, retryable: false, problem: config.problem };
    const { clusterNamespace: name, pins, serviceNamespaces } = parts;
    const cluster = { name, uid: pins.providerNamespaceUid };
    return resolveClaimedType({
      ...parts,
      claim,
      versions: config.versions,
      isolation: config.isolation,
      mappingOf: (resource, isolation) =>
        mappingOf(resource, isolation, cluster, serviceNamespaces),
    });
  }

  private apply(found: ClaimedType): void {
    const { parts, config } = this.options;
    if (!found.ok) {
      const since = this.ownFailure?.since ?? new Date();
      this.ownFailure = { message: found.problem, since };
      if (!found.retryable) return;
      this.retryTimer = setTimeout(() => void this.attempt(), resolveRetryMs);
      return;
    }
    this.ownFailure = undefined;
    const { mapping } = found;
    const objects = new ClaimedObjectSync({
      ...parts,
      pins: { ...parts.pins, formerCluster: config.formerCluster },
      mapping,
      providerScope: providerScopeOf(
        mapping,
        'Namespaced',
        parts.clusterNamespace,
      ),
      claims: this.claims,
      watchesConsumers: config.watchesConsumers,
      breaker: parts.breakers.of(this.countedBinding),
      signal: this.signal,
    });
    this.objects = objects;
    objects.start();
  }
}
