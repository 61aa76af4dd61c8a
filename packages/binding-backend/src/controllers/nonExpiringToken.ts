/**
 * Controller of the warning about non-expiring tokens. It is a controller of its own, because an installation with
 * outdated ClusterRoles cannot list these tokens, and all other controllers have to work there.
 */
import {
  bindResources,
  clusterBindingKey,
  getCondition,
  names,
  setCondition,
  type ClusterBinding,
  type Condition,
  type NewCondition,
} from '@klutch/bind-api';
import type { Controller } from '@klutch/kube';
import { parseAppClusterIdentity } from '../identity/appClusterBindingIdentity';
import { backendConditions, backendReasons } from '../backendNames';
import { identityOfNamespace } from '../identity/clusterNamespace';
import { clusterBindingKeyOf } from './caches';
import type { ControllerContext } from './context';
import { createTenantController } from './createTenantController';
import { withoutCondition, writeStatus } from './status';

const type = backendConditions.nonExpiringToken;

/** A non-expiring token. */
export interface FoundToken {
  /** In the namespace of an AppClusterBinding, whose konnector uses its pod's tokens: there is nothing to revoke. */
  isUnneeded: boolean;
}

/** The app cluster did not cause the token, so the warning does not change readiness. */
const warning = (
  { metadata: { namespace } }: ClusterBinding,
  { isUnneeded }: FoundToken,
): NewCondition => {
  const deletion = `delete it: kubectl -n ${namespace} delete secret ${names.binder}.`;
  const advice = isUnneeded
    ? `The konnector of an AppClusterBinding needs no such token, so ${deletion}`
    : `Once the konnector uses the kubeconfig of this backend, ${deletion} Revoking the tokens of this app cluster revokes this token, too.`;
  return {
    type,
    status: 'True',
    reason: backendReasons.createdByReference,
    message: `Secret ${namespace}/${names.binder} holds a non-expiring token, created by another backend. ${advice}`,
  };
};

/**
 * The conditions of a ClusterBinding with the warning, or without.
 * @param found - undefined when there is no such token
 */
export const setNonExpiringTokenCondition = (
  binding: ClusterBinding,
  found: FoundToken | undefined,
  now: Date,
): Condition[] => {
  const conditions = binding.status?.conditions ?? [];
  return found
    ? setCondition(conditions, warning(binding, found), now)
    : withoutCondition(conditions, type);
};

/** Watches the tokens, and the ClusterBindings that report them. */
export const createNonExpiringTokenController = (
  context: ControllerContext,
): Controller => {
  const { client, caches, now } = context;
  const { clusterBindings, namespaces, nonExpiringTokens } = caches;

  return createTenantController(context, {
    name: 'non-expiring-token',
    watches: [
      { cache: clusterBindings },
      { cache: nonExpiringTokens, key: clusterBindingKeyOf },
      {
        cache: namespaces,
        key: ({ metadata }) => clusterBindingKey(metadata.name ?? ''),
      },
    ],
    reconcile: async key => {
      const binding = clusterBindings.get(key);
      if (!binding || binding.metadata.deletionTimestamp) return;
      const { metadata, status } = binding;
      const { namespace = '' } = metadata;
      const identity = identityOfNamespace(namespaces.get(namespace));
      if (!identity) return;
      const isUnneeded = parseAppClusterIdentity(identity) !== undefined;
      const found = nonExpiringTokens.get(`${namespace}/${names.binder}`) && {
        isUnneeded,
      };
      if (!found && !getCondition(status?.conditions, type)) return;
      await writeStatus(client, bindResources.clusterBindings, binding, {
        conditions: setNonExpiringTokenCondition(binding, found, now()),
      });
    },
  });
};
