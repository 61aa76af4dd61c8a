/** Handlers of the list of app clusters, and of one app cluster's page. */
import { requirePerson } from '../identity/Caller';
import type { AppClusterAccess } from '../platform/appClusters/AppClusterAccess';
import type { AppClusterDetails } from '../platform/appClusters/AppClusterDetails';
import type { AppClusterOffboarding } from '../platform/appClusters/AppClusterOffboarding';
import { konnectorManifest } from '../platform/appClusters/konnectorVersions';
import type { Platform } from '../platform/Platform';
import type { Handlers } from './handlers';
import type { PlatformAccess } from './PlatformAccess';
import { withPage } from './withPage';

export interface AppClusterPageOptions {
  platform: Platform;
  details: AppClusterDetails;
  appClusterAccess: AppClusterAccess;
  offboarding: AppClusterOffboarding;
  /** Image of the konnector; default: that of the portal's version. */
  konnectorImage?: string;
}

type AppClusterPageHandlers = Pick<
  Handlers,
  | 'listPlatformAppClusters'
  | 'listAppClusterSummaries'
  | 'getPlatformAppCluster'
  | 'getPlatformAccess'
  | 'getAppClusterAccess'
  | 'getAppClusterCertificates'
  | 'getKonnectorManifest'
  | 'previewOffboarding'
>;

export function appClusterPageHandlers(
  access: PlatformAccess,
  options: AppClusterPageOptions,
): AppClusterPageHandlers {
  const { appClusterAccess, details, offboarding, platform } = options;
  return {
    async listPlatformAppClusters({ caller }) {
      const isReadable = await access.readableAppClusters(caller);
      return {
        items: platform.appClusters().filter(({ id }) => isReadable(id)),
      };
    },

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

    async getAppClusterAccess({ caller, path: { cluster } }) {
      await access.requireAppCluster(caller, cluster);
      return appClusterAccess.of(requirePerson(caller), cluster, {
        manage: () => access.requireManage(caller, cluster),
        bind: () => access.requireBind(caller),
      });
    },

    async getAppClusterCertificates({ caller, path: { cluster } }) {
      await access.requireAppCluster(caller, cluster);
      return { findings: await details.certificates(cluster) };
    },

    async getKonnectorManifest({ caller, path: { cluster } }) {
      await access.requireAppCluster(caller, cluster);
      return konnectorManifest(options.konnectorImage);
    },

    async previewOffboarding({ caller, path: { cluster } }) {
      await access.requireAppCluster(caller, cluster);
      return offboarding.preview(requirePerson(caller), cluster);
    },
  };
}
