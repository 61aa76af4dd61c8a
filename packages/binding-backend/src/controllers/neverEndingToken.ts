/**
 * Controller of the warning about tokens without an end. It stands alone, because an installation whose roles are older
 * than the warning cannot see them, and is to go on in all else.
 */
import {
  bindResources,
  getCondition,
  names,
  setCondition,
  type ClusterBinding,
  type Condition,
  type NewCondition,
} from '@klutch/bind-api';
import { createController, type Controller } from '@klutch/kube';
import { backendConditions, backendReasons } from '../backendNames';
import { identityOfNamespace } from '../provision/clusterNamespace';
import { clusterBindingKey } from './caches';
import type { ControllerContext } from './context';
import { withoutCondition, writeStatus } from './status';

const type = backendConditions.neverEndingToken;

/** No fault of the app cluster's, so it does not make it less ready. */
const warning = ({ metadata }: ClusterBinding): NewCondition => ({
  type,
  status: 'True',
  reason: backendReasons.madeByReference,
  message: `Secret ${metadata.namespace}/${names.binder} holds a token without an end, which another backend made. Once the konnector uses the kubeconfig of this backend, delete it: kubectl -n ${metadata.namespace} delete secret ${names.binder}. Revoking the tokens of this app cluster ends it, too.`,
});

/**
 * The conditions of a ClusterBinding with the warning, or without.
 * @param isThere - whether there is such a token
 */
export const warnOfNeverEndingToken = (
  binding: ClusterBinding,
  isThere: boolean,
  now: Date,
): Condition[] => {
  const conditions = binding.status?.conditions ?? [];
  return isThere
    ? setCondition(conditions, warning(binding), now)
    : withoutCondition(conditions, type);
};

/** Watches the tokens, and the ClusterBindings that say so. */
export const createNeverEndingTokenController = (
  context: ControllerContext,
): Controller => {
  const { client, caches, logger, metrics, now } = context;
  const { clusterBindings, namespaces, neverEndingTokens } = caches;
  const ofNamespace = ({ metadata }: { metadata: { namespace?: string } }) =>
    clusterBindingKey(metadata.namespace ?? '');

  return createController({
    name: 'never-ending-token',
    logger,
    metrics,
    watches: [
      { cache: clusterBindings },
      { cache: neverEndingTokens, key: ofNamespace },
      {
        cache: namespaces,
        key: ({ metadata }) => clusterBindingKey(metadata.name ?? ''),
      },
    ],
    reconcile: async key => {
      const binding = clusterBindings.get(key);
      if (!binding || binding.metadata.deletionTimestamp) return;
      const { metadata, status } = binding;
      if (!identityOfNamespace(namespaces.get(metadata.namespace ?? '')))
        return;
      const token = `${metadata.namespace}/${names.binder}`;
      const isThere = neverEndingTokens.get(token) !== undefined;
      if (!isThere && !getCondition(status?.conditions, type)) return;
      await writeStatus(client, bindResources.clusterBindings, binding, {
        conditions: warnOfNeverEndingToken(binding, isThere, now()),
      });
    },
  });
};
