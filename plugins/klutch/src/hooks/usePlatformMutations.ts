/** Mutations of the platform pages. */
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
import { queryKeys } from '../api/queryKeys';

/**
 * Invalidates the platform queries and also the services and app clusters that developers see.
 *
 * @param deletedKey - key of a deleted resource; a component that still shows the resource must not refetch it
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

/** Withdraws an API by deleting its export templates; there may be several when templates were created with kubectl. */
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
    // Also after a failure, because several templates may be withdrawn, of which some are gone.
    onSettled: refresh,
  });
}

/** Registers an app cluster with a kubeconfig. */
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

/** Registers an app cluster without a kubeconfig; the response contains the join command. */
export function useCreateJoinToken() {
  const api = useApi(klutchApiRef);
  const refresh = useRefresh();
  return useMutation<NewJoinToken, KlutchError, Schemas['JoinTokenRequest']>({
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
  return useMutation<NewJoinToken, KlutchError, Schemas['JoinTokenApis']>({
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

/** Stores or replaces the kubeconfig of a registered app cluster. */
export function useSetKubeconfig(cluster: string) {
  const api = useApi(klutchApiRef);
  const client = useQueryClient();
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
    onSuccess: () =>
      Promise.all([
        refresh(),
        client.invalidateQueries({ queryKey: queryKeys.certificates(cluster) }),
      ]),
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

/** Offboards an app cluster from the control plane cluster. */
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
    // Not awaited, so that the caller navigates away before the app cluster's page gets 404.
    onSuccess: () => void refresh(),
  });
}
