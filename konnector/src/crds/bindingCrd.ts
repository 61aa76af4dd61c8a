/** Installs and updates the CRD of APIServiceBinding on the app cluster, as far as the konnector has the rights. */
import {
  bindResources,
  apiServiceBindingCrd,
  fieldManagers,
  type APIServiceBinding,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import {
  core,
  createController,
  deferred,
  isEstablished,
  isForbidden,
  type KubeClient,
  type Logger,
  type ReconcileContext,
  type Resource,
} from '@klutch/kube';
import type { ReplicaLeadership } from '../leaderElection/ReplicaLeadership';
import { SingleObjectWatches } from '../singleObjectWatches';
import { covers } from '../json/projection';
import { withHashAnnotation } from './withHashAnnotation';

const crdResource = core.customResourceDefinitions;

export type BindingCrdStep =
  | { step: 'ready'; crd: CustomResourceDefinition }
  | { step: 'apply'; intent: CustomResourceDefinition }
  | { step: 'wait'; why: string };

/** Decides the next step for the CRD of APIServiceBinding. */
export function planBindingCrd(
  crd: CustomResourceDefinition | undefined,
): BindingCrdStep {
  // The scope of a CRD is immutable: the cluster-scoped CRD of v1.5.0 keeps its
  // scope, and everything else is updated.
  const desired = apiServiceBindingCrd(crd?.spec.scope ?? 'Namespaced');
  const name = desired.metadata.name ?? '';
  const intent = withHashAnnotation(desired);
  if (!crd) return { step: 'apply', intent };
  if (crd.metadata.deletionTimestamp) {
    return { step: 'wait', why: `The CRD ${name} is being deleted.` };
  }
  if (!covers(crd, intent)) return { step: 'apply', intent };
  return isEstablished(crd)
    ? { step: 'ready', crd }
    : { step: 'wait', why: `The CRD ${name} is not established yet.` };
}

/** The resource of bindings; in v1.5.0 bindings are cluster-scoped. */
export const bindingResourceOf = ({
  spec,
}: CustomResourceDefinition): Resource<APIServiceBinding> =>
  spec.scope === 'Cluster'
    ? bindResources.clusterScopedBindings
    : bindResources.bindings;

/** Retry period after a missing right; milliseconds. */
const retryMs = 15_000;

const name = apiServiceBindingCrd('Namespaced').metadata.name ?? '';

export interface BindingCrdOptions {
  client: KubeClient;
  leadership: ReplicaLeadership;
  signal: AbortSignal;
  logger: Logger;
}

/**
 * Installs the CRD and reports when bindings can be read. Starts immediately
 * and stops with the signal. A standby replica uses the CRD as it is.
 */
export class BindingCrdController {
  private why: string | undefined = `The CRD ${name} is being looked up.`;
  private readonly resource = deferred<Resource<APIServiceBinding>>();
  private readonly crds: SingleObjectWatches<CustomResourceDefinition>;

  constructor(private readonly options: BindingCrdOptions) {
    const { leadership, signal, logger } = options;
    const controller = createController({
      name: 'binding-crd',
      logger,
      watches: [],
      reconcile: (_key, context) => this.reconcile(context),
    });
    const enqueue = () => controller.enqueue(name);
    this.crds = new SingleObjectWatches({
      client: options.client,
      resource: crdResource,
      signal,
      logger,
      changed: enqueue,
    });
    controller.start(signal);
    enqueue();
    leadership.onStartedLeading(enqueue);
  }

  /** Resolves once bindings can be read, with their resource (cluster-scoped in v1.5.0). Never rejects. */
  get ready(): Promise<Resource<APIServiceBinding>> {
    return this.resource.promise;
  }

  /** Why bindings cannot be read yet; undefined when they can. */
  get waitingFor(): string | undefined {
    return this.why;
  }

  private markReady(crd: CustomResourceDefinition): void {
    this.why = undefined;
    this.resource.resolve(bindingResourceOf(crd));
  }

  private wait(why: string): void {
    if (why !== this.why)
      this.options.logger.warn(
        { why },
        'waiting for the CRD of APIServiceBinding',
      );
    this.why = why;
  }

  private async reconcile(context: ReconcileContext): Promise<void> {
    const seen = this.crds.observe({ name });
    if (!seen.known) {
      if (seen.problem) this.wait(`The CRD ${name}: ${seen.problem}`);
      return;
    }
    const step = planBindingCrd(seen.object);
    if (step.step === 'ready') this.markReady(step.crd);
    else if (step.step === 'wait') this.wait(step.why);
    else if (this.options.leadership.isLeader)
      await this.install(step.intent, seen.object, context);
    else if (seen.object && isEstablished(seen.object))
      this.markReady(seen.object);
    else
      this.wait(
        `The CRD ${name} is installed by the leader; this standby replica waits.`,
      );
  }

  private async install(
    intent: CustomResourceDefinition,
    present: CustomResourceDefinition | undefined,
    context: ReconcileContext,
  ): Promise<void> {
    try {
      await this.options.client.apply(crdResource, intent, {
        fieldManager: fieldManagers.marker,
        force: true,
      });
    } catch (error) {
      if (!isForbidden(error)) throw error;
      if (present && isEstablished(present)) {
        this.markReady(present);
        return;
      }
      this.wait(
        `The konnector may not install the CRD ${name}: ${error.message} Grant it the right, or apply the CRD yourself.`,
      );
      context.requeueAfter(retryMs);
    }
  }
}
