/** Handlers of the list of app clusters, of one app cluster's page, and of what operators do there. */
import { requirePerson } from '../identity/Caller';
import type { AppClusterAccess } from '../platform/appClusters/AppClusterAccess';
import type { AppClusterBindings } from '../platform/appClusters/AppClusterBindings';
import type { AppClusterDetails } from '../platform/appClusters/AppClusterDetails';
import { konnectorManifest } from '../platform/appClusters/konnectorVersions';
import type { AppClusterTokens } from '../platform/AppClusterTokens';
import type { Platform } from '../platform/Platform';
import type { Handlers } from './handlers';
import type { PlatformAccess } from './PlatformAccess';
import { withPage } from './withPage';

/** Dependencies of {@link appClusterOperationHandlers}. */
export interface AppClusterOperationOptions {
  platform: Platform;
  details: AppClusterDetails;
  appClusterAccess: AppClusterAccess;
  bindings: AppClusterBindings;
  tokens: AppClusterTokens;
  /** Image of the konnector; default: that of the portal's version. */
  konnectorImage?: string;
}

type AppClusterOperationHandlers = Pick<
  Handlers,
  | 'listAppClusterSummaries'
  | 'getPlatformAppCluster'
  | 'getPlatformAccess'
  | 'getAppClusterAccess'
  | 'getAppClusterCertificates'
  | 'getKonnectorManifest'
  | 'suspendAppCluster'
  | 'rotateAppClusterToken'
  | 'approveDeletions'
  | 'unbindApi'
>;

/** Creates the handlers. */
export function appClusterOperationHandlers(
  access: PlatformAccess,
  options: AppClusterOperationOptions,
): AppClusterOperationHandlers {
  const { appClusterAccess, bindings, details, platform, tokens } = options;
  return {
    async listAppClusterSummaries({ caller, query }) {
      const isReadable = await access.readableAppClusters(caller);
      return platform.appClusterSummaries(withPage(query, 'name'), isReadable);
    },

    async getPlatformAppCluster({ caller, path: { cluster } }) {
      await access.requireAppCluster(caller, cluster);
      return details.get(cluster);
    },

    async getPlatformAccess({ caller }) {
      await access.requireRead(caller);
      return appClusterAccess.toAdd(requirePerson(caller), {
        manage: () => access.requireManage(caller),
        bind: () => access.requireBind(caller),
      });
    },

    async getAppClusterCertificates({ caller, path: { cluster } }) {
      await access.requireAppCluster(caller, cluster);
      return { findings: await details.certificates(cluster) };
    },

    async getAppClusterAccess({ caller, path: { cluster } }) {
      await access.requireAppCluster(caller, cluster);
      return appClusterAccess.of(requirePerson(caller), cluster, {
        manage: () => access.requireManage(caller, cluster),
        bind: () => access.requireBind(caller),
      });
    },

    async getKonnectorManifest({ caller, path: { cluster } }) {
      await access.requireAppCluster(caller, cluster);
      return konnectorManifest(options.konnectorImage);
    },

    async suspendAppCluster(request) {
      const { cluster } = request.path;
      const { suspended } = request.body;
      const eventId = suspended ? 'app-cluster-suspend' : 'app-cluster-resume';
      await access.changeAppCluster(request, { eventId, cluster }, person =>
        bindings.setSuspended(person, cluster, suspended),
      );
      return undefined;
    },

    async rotateAppClusterToken(request) {
      const { cluster } = request.path;
      await access.changeAppCluster(
        request,
        { eventId: 'app-cluster-rotate-token', cluster },
        person => tokens.rotate(person, cluster),
      );
      return undefined;
    },

    async approveDeletions(request) {
      const { cluster, resource } = request.path;
      await access.changeExport(
        request,
        { eventId: 'deletions-approve', cluster },
        resource,
        person =>
          bindings.approveDeletions(person, cluster, resource, request.body),
      );
      return undefined;
    },

    async unbindApi(request) {
      const { cluster, resource } = request.path;
      const { confirm } = request.body;
      const done = await access.changeExport(
        request,
        { eventId: 'api-unbind', cluster },
        resource,
        person => bindings.unbind(person, cluster, resource, confirm),
      );
      return { done };
    },
  };
}
