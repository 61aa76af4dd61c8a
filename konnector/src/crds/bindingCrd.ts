/**
 * Installs and updates the CRD of APIServiceBinding on the app cluster, as far
 * as the konnector has the rights.
 */
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

/** Next step for the CRD. Pure, see {@link planBindingCrd}. */
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

/** Installs the CRD and reports when bindings can be read. */
export interface BindingCrdController {
  /**
   * Resolves once bindings can be read, with their resource (cluster-scoped in
   * v1.5.0). Never rejects.
   */
  readonly ready: Promise<Resource<APIServiceBinding>>;
  /** Why bindings cannot be read yet; undefined when they can. */
  readonly waitingFor: string | undefined;
}

/** Retry period after a missing right; milliseconds. */
const retryMs = 15_000;

/**
 * Starts immediately and stops with the signal. A standby replica uses the CRD
 * as it is.
 */
export function startBindingCrdController(options: {
  client: KubeClient;
  leadership: ReplicaLeadership;
  signal: AbortSignal;
  logger: Logger;
}): BindingCrdController {
  const { client, leadership, signal, logger } = options;
  const name = apiServiceBindingCrd('Namespaced').metadata.name ?? '';
  let waitingFor: string | undefined = `The CRD ${name} is being looked up.`;
  const ready = deferred<Resource<APIServiceBinding>>();
  const markReady = (crd: CustomResourceDefinition) => {
    waitingFor = undefined;
    ready.resolve(bindingResourceOf(crd));
  };
  const wait = (why: string) => {
    if (why !== waitingFor)
      logger.warn({ why }, 'waiting for the CRD of APIServiceBinding');
    waitingFor = why;
  };

  const crds = new SingleObjectWatches<CustomResourceDefinition>({
    client,
    resource: crdResource,
    signal,
    logger,
    changed: enqueue,
  });
  const controller = createController({
    name: 'binding-crd',
    logger,
    watches: [],
    async reconcile(_key, context) {
      const seen = crds.observe({ name });
      if (!seen.known) {
        if (seen.problem) wait(`The CRD ${name}: ${seen.problem}`);
        return;
      }
      const step = planBindingCrd(seen.object);
      if (step.step === 'ready') markReady(step.crd);
      else if (step.step === 'wait') wait(step.why);
      else if (leadership.isLeader)
        await install(step.intent, seen.object, context);
      else if (seen.object && isEstablished(seen.object))
        markReady(seen.object);
      else
        wait(
          `The CRD ${name} is installed by the leader; this standby replica waits.`,
        );
    },
  });
  controller.start(signal);
  enqueue();
  leadership.onStartedLeading(enqueue);

  function enqueue(): void {
    controller.enqueue(name);
  }
  async function install(
    intent: CustomResourceDefinition,
    present: CustomResourceDefinition | undefined,
    context: ReconcileContext,
  ): Promise<void> {
    try {
      await client.apply(crdResource, intent, {
        fieldManager: fieldManagers.marker,
        force: true,
      });
    } catch (error) {
      if (!isForbidden(error)) throw error;
      if (present && isEstablished(present)) {
        markReady(present);
        return;
      }
      wait(
        `The konnector may not install the CRD ${name}: ${error.message} Grant it the right, or apply the CRD yourself.`,
      );
      context.requeueAfter(retryMs);
    }
  }

  return {
    ready: ready.promise,
    get waitingFor() {
      return waitingFor;
    },
  };
}
