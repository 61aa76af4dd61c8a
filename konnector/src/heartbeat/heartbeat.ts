/** Writes the heartbeat to the control plane, and what it reports about the app cluster's kubeconfigs. */
import {
  bindResources,
  conditionReasons as reasons,
  fieldManagers,
  names,
  type ClusterBinding,
} from '@klutch/bind-api';
import {
  createController,
  isConflict,
  type Controller,
  type ReconcileContext,
} from '@klutch/kube';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';
import type { KubeconfigSecretAccess } from '../access/KubeconfigSecretAccess';
import type { CheckedCache } from '../checkedCache';
import { MutationCache } from '../mutationCache';
import { failureOf, type Failure } from '../failure';
import {
  KubeconfigRenewal,
  type KubeconfigRenewalOptions,
} from './KubeconfigRenewal';
import { planHeartbeat } from './planHeartbeat';

/** Delay before a failed copy of the kubeconfig is retried; milliseconds. */
const retryMs = 10_000;

const failedCondition = (message: string): ConditionResult =>
  falseCondition(reasons.clusterBindingUpdateFailed, message, 'Warning');

interface HeartbeatOptions extends KubeconfigRenewalOptions {
  clusterBindings: CheckedCache<ClusterBinding>;
  /** Called when `condition`, `kubeconfigNotWritten` or `providerPrettyName` changed. */
  changed: () => void;
  signal: AbortSignal;
}

/** The heartbeat of one cluster namespace; its controller has to be started. A standby replica writes no heartbeat. */
export class Heartbeat {
  /** Writes a heartbeat when the ClusterBinding is enqueued, and periodically from then on. */
  readonly controller: Controller;
  private readonly renewal: KubeconfigRenewal;
  private readonly mutationCache = new MutationCache<ClusterBinding>();
  private readonly key: string;
  private lastCondition: ConditionResult | undefined;
  private lastFailure: Failure | undefined;
  private prettyName: string | undefined;
  private lastReported: string | undefined;

  constructor(private readonly options: HeartbeatOptions) {
    const { appCluster, clusterBindings, clusterNamespace } = options;
    this.key = `${clusterNamespace}/${names.clusterBinding}`;
    this.renewal = new KubeconfigRenewal(options);
    const controller = createController({
      name: 'heartbeat',
      logger: options.logger,
      metrics: appCluster.metrics,
      concurrency: 1,
      watches: [{ cache: clusterBindings }],
      reconcile: (_key, context) => this.reconcile(context),
    });
    appCluster.leadership.onStartedLeading(
      () => controller.enqueue(names.clusterBinding),
      options.signal,
    );
    this.controller = controller;
  }

  /** Whether the heartbeat reaches the control plane; undefined before the first attempt. */
  get condition(): ConditionResult | undefined {
    return this.lastCondition;
  }

  get failure(): Failure | undefined {
    return this.lastFailure;
  }

  /** See {@link KubeconfigRenewal.notWritten}. */
  kubeconfigNotWritten(
    access: KubeconfigSecretAccess,
  ): string | false | undefined {
    return this.renewal.notWritten(access);
  }

  /**
   * Seconds since the last heartbeat that the control plane shows, by whichever replica; undefined before the first.
   */
  get ageSeconds(): number | undefined {
    const at = this.options.clusterBindings.get(this.key)?.status
      ?.lastHeartbeatTime;
    return at ? (Date.now() - Date.parse(at)) / 1000 : undefined;
  }

  /** The provider's display name, once known. */
  get providerPrettyName(): string | undefined {
    return this.prettyName;
  }

  private async reconcile(context: ReconcileContext): Promise<void> {
    const { appCluster, clusterBindings, clusterNamespace } = this.options;
    const cached = clusterBindings.get(this.key);
    const { object: clusterBinding } = this.mutationCache.get(this.key, cached);
    if (!clusterBinding) {
      const message =
        clusterBindings.invalidObjects().get(this.key) ??
        `The ClusterBinding is missing in the cluster namespace ${clusterNamespace}. Bind again to create it.`;
      this.setCondition(failedCondition(message));
      return;
    }
    if (!appCluster.leadership.isLeader) return;
    const secret = await this.renewal.sync(clusterBinding, context);
    const { patch, requeueAfterMs } = planHeartbeat({
      clusterBinding,
      secret,
      ...appCluster.heartbeat,
      now: new Date(),
    });
    const isSynced = !this.renewal.hasFailed && (!secret || secret === 'valid');
    context.requeueAfter(
      isSynced ? requeueAfterMs : Math.min(requeueAfterMs, retryMs),
    );
    try {
      if (patch) await this.write(patch, cached, clusterBinding);
      this.lastFailure = undefined;
      this.setCondition({ ok: true });
    } catch (error) {
      if (isConflict(error)) throw error;
      this.lastFailure = failureOf(error, this.lastFailure);
      this.setCondition(failedCondition(this.lastFailure.message));
      throw error;
    }
  }

  private async write(
    patch: object,
    cached: ClusterBinding | undefined,
    observed: ClusterBinding,
  ): Promise<void> {
    const { client, clusterNamespace } = this.options;
    const where = { namespace: clusterNamespace, name: names.clusterBinding };
    const resource = bindResources.clusterBindings;
    const read = () => client.get(resource, where);
    await this.mutationCache.write(
      { key: this.key, cached, observed, read },
      () =>
        client.mergePatch(resource, where, patch, {
          subresource: 'status',
          fieldManager: fieldManagers.status,
        }),
    );
  }

  private setCondition(condition: ConditionResult): void {
    const { clusterBindings, changed, accesses } = this.options;
    this.lastCondition = condition;
    this.prettyName = clusterBindings.get(this.key)?.spec.providerPrettyName;
    const reported = JSON.stringify([
      condition,
      [...accesses].map(access => this.kubeconfigNotWritten(access)),
      this.prettyName,
    ]);
    if (reported !== this.lastReported) changed();
    this.lastReported = reported;
  }
}
