/**
 * Assembles the binding backend: controllers, provisioning and binding over one connection to the control plane
 * cluster.
 */
import { bindApi } from '../bind/bind';
import { prepareBindings } from '../bind/prepareBindings';
import { identityValue } from '../identity/tenantIdentity';
import { offerSource } from '../offers/offers';
import {
  clusterNamespaceOf,
  provisionTenant,
  renewTenant,
} from '../provision/provision';
import { lastUsedJoinToken } from '../provision/usedJoinToken';
import {
  lastRevocation,
  revokeTokens,
  tokensTrustedSince,
} from '../tokens/revokeTokens';
import {
  requireShortLivedKubeconfig,
  shortLivedKubeconfig,
} from '../tokens/shortLivedKubeconfig';
import { BackendControllers } from './BackendControllers';
import type { BindingBackend } from './BindingBackend';
import type { BindingBackendOptions } from './BindingBackendOptions';
import { bindingSettings } from './bindingSettings';

/**
 * Creates the binding backend. Several replicas may run at once.
 * @throws BindingError `Misconfigured` when an option cannot be used
 */
export const createBindingBackend = (
  options: BindingBackendOptions,
): BindingBackend => {
  const settings = bindingSettings(options);
  const { bindContext: context } = settings;
  const { client } = options;
  const controllers = new BackendControllers(options, settings);
  return {
    checks: controllers.checks,
    start: signal => controllers.start(signal),
    ready: () => controllers.ready(),
    stopped: () => controllers.stopped(),
    provision: (identity, granted) =>
      provisionTenant(context, identity, granted),
    renew: identity => renewTenant(context, identity),
    shortLivedKubeconfig: (identity, namespace) =>
      shortLivedKubeconfig(context, {
        identity: identityValue(identity),
        namespace,
      }),
    requireShortLivedKubeconfig: identity =>
      requireShortLivedKubeconfig(context, identity),
    ...offerSource(client, context.audience),
    bind: bindOptions => bindApi(context, bindOptions),
    prepare: (request, joinTokenId) =>
      prepareBindings(context, request, joinTokenId),
    lastUsedJoinToken: namespace => lastUsedJoinToken(client, namespace),
    lastRevocation: identity => lastRevocation(context, identity),
    tokensTrustedSince: namespace => tokensTrustedSince(client, namespace),
    clusterNamespaceOf: identity => clusterNamespaceOf(context, identity),
    revoke: (identity, by) => revokeTokens(context, identity, by),
  };
};
