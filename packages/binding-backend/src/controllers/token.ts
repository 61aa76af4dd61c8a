/** Controller of tokens: renews each konnector's token after half of its lifetime, and completes revocations. */
import { clusterBindingKey, names } from '@klutch/bind-api';
import { parseKey, type Controller } from '@klutch/kube';
import { identityOfNamespace } from '../identity/clusterNamespace';
import { parseAppClusterIdentity } from '../identity/appClusterBindingIdentity';
import { renewToken } from '../tokens/ensureToken';
import type { TokenContext } from '../tokens/TokenContext';
import { clusterBindingKeyOf } from './caches';
import type { ControllerContext } from './context';
import { createTenantController } from './createTenantController';

/** Minimum requeue delay, in case the clocks of this process and the API server differ. Milliseconds. */
const minRequeueDelay = 1_000;

/**
 * Watches what a token depends on: the kubeconfig secret, the Secrets that tokens are bound to, the service account.
 * Heartbeats change ClusterBindings all the time and do not trigger a reconciliation.
 */
export const createTokenController = (
  context: ControllerContext,
  tokens: TokenContext,
): Controller => {
  const { caches, now } = context;

  return createTenantController(context, {
    name: 'token',
    watches: [
      {
        cache: caches.clusterBindings,
        key: (binding, previous) =>
          previous ? [] : clusterBindingKeyOf(binding),
      },
      {
        cache: caches.namespaces,
        key: ({ metadata }, previous) =>
          previous ? [] : clusterBindingKey(metadata.name ?? ''),
      },
      { cache: caches.kubeconfigs, key: clusterBindingKeyOf },
      { cache: caches.tokenSecretsA, key: clusterBindingKeyOf },
      { cache: caches.tokenSecretsB, key: clusterBindingKeyOf },
      { cache: caches.serviceAccounts, key: clusterBindingKeyOf },
    ],
    reconcile: async (key, ctx) => {
      const { namespace = '', name } = parseKey(key);
      const clusterNamespace = caches.namespaces.get(namespace);
      const binding = caches.clusterBindings.get(key);
      if (name !== names.clusterBinding || !binding) return;
      if (
        binding.metadata.deletionTimestamp ||
        clusterNamespace?.metadata.deletionTimestamp
      ) {
        return;
      }
      const identity = identityOfNamespace(clusterNamespace);
      // The konnector of an AppClusterBinding runs on the control plane cluster, as its pod's service account.
      if (identity === undefined || parseAppClusterIdentity(identity)) return;
      const tenant = { namespace, identity };
      const nextCheckAt = await renewToken(tokens, tenant);
      if (nextCheckAt === undefined) return;
      ctx.requeueAfter(
        Math.max(nextCheckAt - now().getTime(), minRequeueDelay),
      );
    },
  });
};
