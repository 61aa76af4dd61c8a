/** What operators do: offer, withdraw, register, bind. */
import { useApi } from '@backstage/core-plugin-api';
import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { klutchApiRef } from '../api/klutchApi';
import { unwrap, type KlutchError } from '../api/KlutchError';
import type {
  ExportTemplate,
  NewJoinToken,
  PlatformAppCluster,
} from '../api/types';
import { queryKeys } from './queryKeys';

/**
 * What operators do shows in what is offered and where it is bound, so developers' lists are old as well.
 *
 * @param deletedKey - key of an answer that is not there any more: whoever shows it still should not ask for it
 */
function useRefresh(deletedKey?: readonly unknown[]) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({
        queryKey: queryKeys.platform,
        predicate: ({ queryHash }) =>
          !deletedKey || queryHash !== hashKey(deletedKey),
      }),
      client.invalidateQueries({ queryKey: queryKeys.services }),
      client.invalidateQueries({ queryKey: queryKeys.appClusters }),
    ]);
}

/** Offers an API by an export template. */
export function useOfferApi() {
  const api = useApi(klutchApiRef);
  const refresh = useRefresh();
  return useMutation<
    ExportTemplate,
    KlutchError,
    Schemas['ExportTemplateRequest']
  >({
    mutationFn: body =>
      unwrap(api.request('post', '/platform/export-templates', { body })),
    onSuccess: refresh,
  });
}

/** Withdraws an API by deleting its export templates; there can be more than one when people wrote some by hand. */
export function useWithdrawApi() {
  const api = useApi(klutchApiRef);
  const refresh = useRefresh();
  return useMutation<unknown, KlutchError, ExportTemplate[]>({
    mutationFn: templates =>
      Promise.all(
        templates.map(({ namespace, name }) =>
          unwrap(
            api.request(
              'delete',
              '/platform/export-templates/{namespace}/{name}',
              { params: { path: { namespace, name } }, parseAs: 'text' },
            ),
          ),
        ),
      ),
    onSuccess: refresh,
  });
}

/** Registers an app cluster by a kubeconfig. */
export function useRegisterAppCluster() {
  const api = useApi(klutchApiRef);
  const refresh = useRefresh();
  return useMutation<
    PlatformAppCluster,
    KlutchError,
    Schemas['AppClusterRequest']
  >({
    mutationFn: body =>
      unwrap(api.request('post', '/platform/app-clusters', { body })),
    onSuccess: refresh,
  });
}

/** Registers an app cluster without a kubeconfig; the response has the join command. */
export function useCreateJoinToken() {
  const api = useApi(klutchApiRef);
  const refresh = useRefresh();
  return useMutation<
    NewJoinToken,
    KlutchError,
    Schemas['AppClusterInvitationRequest']
  >({
    mutationFn: body =>
      unwrap(
        api.request('post', '/platform/app-cluster-invitations', { body }),
      ),
    onSuccess: refresh,
  });
}

/** Creates a join command that binds APIs to an app cluster without a kubeconfig, and replaces the previous one. */
export function useReplaceJoinToken(cluster: string) {
  const api = useApi(klutchApiRef);
  const refresh = useRefresh();
  return useMutation<NewJoinToken, KlutchError, Schemas['InvitedApis']>({
    mutationFn: body =>
      unwrap(
        api.request('post', '/platform/app-cluster-invitations/{cluster}', {
          params: { path: { cluster } },
          body,
        }),
      ),
    onSuccess: refresh,
  });
}

/** Gives the portal a kubeconfig of an app cluster that it knows. */
export function useSetKubeconfig(cluster: string) {
  const api = useApi(klutchApiRef);
  const refresh = useRefresh(queryKeys.joinToken(cluster));
  return useMutation<
    PlatformAppCluster,
    KlutchError,
    Schemas['KubeconfigRequest']
  >({
    mutationFn: body =>
      unwrap(
        api.request('put', '/platform/app-clusters/{cluster}/kubeconfig', {
          params: { path: { cluster } },
          body,
        }),
      ),
    onSuccess: refresh,
  });
}

/** Cancels a join token. An app cluster that has never been connected is also unregistered. */
export function useCancelJoinToken(cluster: string) {
  const api = useApi(klutchApiRef);
  const refresh = useRefresh(queryKeys.joinToken(cluster));
  return useMutation<unknown, KlutchError, void>({
    mutationFn: () =>
      unwrap(
        api.request('delete', '/platform/app-cluster-invitations/{cluster}', {
          params: { path: { cluster } },
          parseAs: 'text',
        }),
      ),
    onSuccess: refresh,
  });
}

/** Binds an offered API to an app cluster. */
export function useBindApi(cluster: string) {
  const api = useApi(klutchApiRef);
  const refresh = useRefresh();
  return useMutation<
    Schemas['ApiBinding'],
    KlutchError,
    Schemas['BindRequest']
  >({
    mutationFn: body =>
      unwrap(
        api.request('post', '/platform/app-clusters/{cluster}/bindings', {
          params: { path: { cluster } },
          body,
        }),
      ),
    onSuccess: refresh,
  });
}

/** Revokes all tokens of an app cluster, and its unused join token. */
export function useRevokeTokens(cluster: string) {
  const api = useApi(klutchApiRef);
  const refresh = useRefresh();
  return useMutation<unknown, KlutchError, void>({
    mutationFn: () =>
      unwrap(
        api.request('delete', '/platform/app-clusters/{cluster}/tokens', {
          params: { path: { cluster } },
          parseAs: 'text',
        }),
      ),
    onSuccess: refresh,
  });
}

/** Ends an app cluster on the control plane cluster. */
export function useOffboard(cluster: string) {
  const api = useApi(klutchApiRef);
  const refresh = useRefresh(queryKeys.joinToken(cluster));
  return useMutation<unknown, KlutchError, Schemas['OffboardingRequest']>({
    mutationFn: body =>
      unwrap(
        api.request('post', '/platform/app-clusters/{cluster}/offboarding', {
          params: { path: { cluster } },
          body,
          parseAs: 'text',
        }),
      ),
    // Whoever asked goes elsewhere before its page finds nothing.
    onSuccess: () => void refresh(),
  });
}
