/**
 * The desired Deployment of an AppClusterBinding's konnector in the cluster namespace, and its permitted overrides;
 * pure.
 */
import {
  konnectorDeployment,
  names,
  type AppClusterBinding,
  type ContainerOverrides,
  type KonnectorDeployment,
} from '@klutch/bind-api';
import { defineResource } from '@klutch/kube';
import { appClusterLabels } from '../identity/appClusterBindingIdentity';

/** Kubernetes' Deployments. */
export const deployments = defineResource({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
});

/**
 * Container fields that an operator may permit authors of AppClusterBindings to set. None of these fields can start a
 * program.
 */
export const allowableOverrides = ['resources', 'imagePullPolicy'] as const;

/** One of {@link allowableOverrides}. */
export type AllowableOverride = (typeof allowableOverrides)[number];

/** Operator configuration for konnectors on the control plane cluster. */
export interface KonnectorPolicy {
  /** Image of the konnectors. Default: no konnector is run here. */
  konnectorImage?: string;
  /** Container fields that an AppClusterBinding may override. Default: resources and imagePullPolicy. */
  allowedOverrides?: readonly AllowableOverride[];
}

/** What to do with the Deployment. */
export type KonnectorPlan =
  | { action: 'apply'; deployment: KonnectorDeployment }
  | { action: 'remove' }
  | { action: 'refuse'; message: string };

/** As on the wire: empty, zero and false values count as unset. */
const isSet = (value: unknown): boolean => {
  if (!value) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
};

const refusedFields = (
  overrides: ContainerOverrides,
  allowed: readonly string[],
): string[] => [
  ...Object.entries(overrides)
    .filter(([field, value]) => isSet(value) && !allowed.includes(field))
    .map(([field]) => field)
    .sort(),
  ...(isSet(overrides.resources?.claims) ? ['resources.claims'] : []),
];

const deployment = (
  binding: AppClusterBinding,
  namespace: string,
  image: string,
) => {
  const { imagePullPolicy, resources } =
    binding.spec.konnector?.overrides ?? {};
  return konnectorDeployment({
    namespace,
    image,
    serviceAccount: names.binder,
    automountServiceAccountToken: true, // The service account itself disables the mount.
    args: [
      '--control-plane-mode',
      `--app-cluster-kubeconfig-secret-name=${names.kubeconfigSecret}`,
      `--app-cluster-kubeconfig-secret-namespace=${namespace}`,
      `--app-cluster-kubeconfig-secret-key=${names.kubeconfigKey}`,
      `--binding-root-namespace=${namespace}`,
      '--lease-namespace=$(POD_NAMESPACE)',
    ],
    labels: appClusterLabels(binding),
    resources,
    imagePullPolicy,
  });
};

/**
 * The konnector runs under the service account of the cluster namespace, so only the operator decides which program
 * runs: image, command, arguments, environment and mounts are never taken from an AppClusterBinding.
 */
export const planKonnector = (
  binding: AppClusterBinding,
  namespace: string,
  { konnectorImage, allowedOverrides = allowableOverrides }: KonnectorPolicy,
): KonnectorPlan => {
  const { deploy, overrides = {} } = binding.spec.konnector ?? {};
  if (!deploy) return { action: 'remove' };
  if (!konnectorImage) {
    return {
      action: 'refuse',
      message:
        'This control plane runs no konnectors. Set spec.konnector.deploy to false and run the konnector yourself, or ask a platform operator to configure an image (konnectorImage).',
    };
  }
  const refused = refusedFields(overrides, allowedOverrides);
  if (refused.length > 0) {
    return {
      action: 'refuse',
      message: `The operator of this control plane does not let AppClusterBindings change ${refused.join(', ')} of the konnector (allowed: ${allowedOverrides.join(', ') || 'nothing'}). Remove it from spec.konnector.overrides.`,
    };
  }
  return {
    action: 'apply',
    deployment: deployment(binding, namespace, konnectorImage),
  };
};
