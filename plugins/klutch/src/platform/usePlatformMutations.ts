/** Mutations of the platform pages. */
import { useApi } from '@backstage/core-plugin-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useMutation } from '@tanstack/react-query';
import { klutchApiRef } from '../api/klutchApi';
import { unwrap, type KlutchError } from '../api/KlutchError';
import type { ExportTemplate } from '../api/types';
import { queryKeys } from '../api/queryKeys';
import { usePlatformChange, useRefreshPlatform } from './usePlatformChange';

/** Withdraws an API by deleting its export templates; there may be several when templates were created with kubectl. */
export function useWithdrawApi() {
  const api = useApi(klutchApiRef);
  const refresh = useRefreshPlatform();
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
export const useRegisterAppCluster = () =>
  usePlatformChange((api, body: Schemas['AppClusterRequest']) =>
    api.request('post', '/platform/app-clusters', { body }),
  );

/** Registers an app cluster without a kubeconfig; the response contains the join command. */
export const useCreateJoinToken = () =>
  usePlatformChange((api, body: Schemas['JoinTokenRequest']) =>
    api.request('post', '/platform/app-cluster-invitations', { body }),
  );

/** Creates a join command that binds APIs to an app cluster without a kubeconfig, and replaces the previous one. */
export const useReplaceJoinToken = (cluster: string) =>
  usePlatformChange((api, body: Schemas['JoinTokenApis']) =>
    api.request('post', '/platform/app-cluster-invitations/{cluster}', {
      params: { path: { cluster } },
      body,
    }),
  );

/** Stores or replaces the kubeconfig of a registered app cluster. */
export const useSetKubeconfig = (cluster: string) =>
  usePlatformChange(
    (api, body: Schemas['KubeconfigRequest']) =>
      api.request('put', '/platform/app-clusters/{cluster}/kubeconfig', {
        params: { path: { cluster } },
        body,
      }),
    {
      deletedKey: queryKeys.joinToken(cluster),
      changedKey: queryKeys.certificates(cluster),
    },
  );

/** Cancels a join token. An app cluster that has never been connected is also unregistered. */
export const useCancelJoinToken = (cluster: string) =>
  usePlatformChange(
    api =>
      api.request('delete', '/platform/app-cluster-invitations/{cluster}', {
        params: { path: { cluster } },
        parseAs: 'text',
      }),
    { deletedKey: queryKeys.joinToken(cluster) },
  );

/** Binds an offered API to an app cluster. */
export const useBindApi = (cluster: string) =>
  usePlatformChange((api, body: Schemas['BindRequest']) =>
    api.request('post', '/platform/app-clusters/{cluster}/bindings', {
      params: { path: { cluster } },
      body,
    }),
  );

/** Revokes all tokens of an app cluster, and its unused join token. */
export const useRevokeTokens = (cluster: string) =>
  usePlatformChange(api =>
    api.request('delete', '/platform/app-clusters/{cluster}/tokens', {
      params: { path: { cluster } },
      parseAs: 'text',
    }),
  );

/** Offboards an app cluster from the control plane cluster. */
export const useOffboard = (cluster: string) =>
  usePlatformChange(
    (api, body: Schemas['OffboardingRequest']) =>
      api.request('post', '/platform/app-clusters/{cluster}/offboarding', {
        params: { path: { cluster } },
        body,
        parseAs: 'text',
      }),
    // The caller navigates away before the app cluster's page gets 404.
    { deletedKey: queryKeys.joinToken(cluster), inBackground: true },
  );
