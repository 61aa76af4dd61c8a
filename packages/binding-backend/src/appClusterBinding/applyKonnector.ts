/** Keeps the konnector's Deployment in the desired state; sends no request while nothing changed. */
import { createHash } from 'node:crypto';
import {
  conditionReasons,
  fieldManagers,
  names,
  type AppClusterBinding,
} from '@klutch/bind-api';
import { isNotFound, type KubeClient, type Unstructured } from '@klutch/kube';
import type { AppClusterContext } from './context';
import { isMadeFor } from '../identity/appClusterBindingIdentity';
import { deployments, planKonnector } from './planKonnector';
import {
  appClusterConditions as types,
  falseCondition,
  trueCondition,
  refusedCondition,
  type StepResult,
} from './conditions';

const type = types.konnectorDeployed;
const reason = conditionReasons.konnectorDeploymentFailed;

/** Hash of the last applied intent and of the resulting Deployment, by cluster namespace. */
export type AppliedKonnectors = Map<string, string>;

/** The generation reveals later changes of the spec; defaults that the server fills in do not change it. */
const deploymentHash = (intent: object, { metadata }: Unstructured): string =>
  createHash('sha256')
    .update(JSON.stringify([intent, metadata.uid, metadata.generation]))
    .digest('hex');

const current = async (client: KubeClient, namespace: string) =>
  client.get(deployments, { namespace, name: names.konnector });

/**
 * Returns the condition, or undefined when no konnector is desired here and none exists.
 * @param applied - cache of what was applied; after a restart each Deployment costs one request
 */
export const applyKonnector = async (
  { client, options }: Pick<AppClusterContext, 'client' | 'options'>,
  binding: AppClusterBinding,
  namespace: string,
  applied: AppliedKonnectors,
): Promise<StepResult | undefined> => {
  const plan = planKonnector(binding, namespace, options);
  if (plan.action === 'refuse')
    return refusedCondition(type, reason, plan.message);
  try {
    const live = await current(client, namespace);
    if (plan.action === 'remove') {
      applied.delete(namespace);
      if (!live || !isMadeFor(binding, live)) return undefined;
      const { uid } = live.metadata;
      await client.delete(
        deployments,
        { namespace, name: names.konnector },
        { preconditions: { uid } },
      );
      return undefined;
    }
    const { deployment } = plan;
    if (live && applied.get(namespace) === deploymentHash(deployment, live)) {
      return trueCondition(type);
    }
    const applyResult = await client.apply(deployments, deployment, {
      fieldManager: fieldManagers.backend,
      force: true,
    });
    applied.set(namespace, deploymentHash(deployment, applyResult));
    return trueCondition(type);
  } catch (error) {
    if (!isNotFound(error) || error.objectName) throw error;
    return plan.action === 'remove'
      ? undefined
      : falseCondition(
          type,
          reason,
          'This control plane serves no Deployments (apps/v1), so it cannot run konnectors. Set spec.konnector.deploy to false and run the konnector elsewhere.',
        );
  }
};
