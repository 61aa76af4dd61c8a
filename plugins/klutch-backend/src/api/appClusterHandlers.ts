/** Handlers of the operators' operations on app clusters, from their registration to their offboarding. */
import { requirePerson } from '../identity/Caller';
import type { AppClusterOffboarding } from '../platform/AppClusterOffboarding';
import type { AppClusterRegistration } from '../platform/AppClusterRegistration';
import type { AppClusterTokens } from '../platform/AppClusterTokens';
import type { Platform } from '../platform/Platform';
import type { Handlers } from './handlers';
import type { PlatformAccess } from './PlatformAccess';

/** Dependencies of {@link appClusterHandlers}. */
export interface AppClusterHandlerOptions {
  platform: Platform;
  registration: AppClusterRegistration;
  tokens: AppClusterTokens;
  offboarding: AppClusterOffboarding;
}

type AppClusterHandlers = Pick<
  Handlers,
  | 'listPlatformAppClusters'
  | 'registerAppCluster'
  | 'setAppClusterKubeconfig'
  | 'bindApi'
  | 'endAppClusterTokens'
  | 'previewOffboarding'
  | 'offboardAppCluster'
>;

/** Creates the handlers. */
export function appClusterHandlers(
  access: PlatformAccess,
  { platform, registration, tokens, offboarding }: AppClusterHandlerOptions,
): AppClusterHandlers {
  return {
    async listPlatformAppClusters({ caller }) {
      const isReadable = await access.readableAppClusters(caller);
      return {
        items: platform.appClusters().filter(({ id }) => isReadable(id)),
      };
    },

    registerAppCluster: request =>
      access.changeAppCluster(
        request,
        { eventId: 'app-cluster-register', cluster: request.body.id },
        person => registration.register(person, request.body),
      ),

    setAppClusterKubeconfig(request) {
      const { cluster } = request.path;
      return access.changeAppCluster(
        request,
        { eventId: 'app-cluster-kubeconfig', cluster },
        person => registration.setKubeconfig(person, cluster, request.body),
      );
    },

    bindApi(request) {
      const { cluster } = request.path;
      return access.changeExport(
        request,
        { eventId: 'api-bind', cluster },
        request.body.resource,
        person => registration.bindApi(person, cluster, request.body),
      );
    },

    async endAppClusterTokens(request) {
      const { cluster } = request.path;
      await access.changeAppCluster(
        request,
        { eventId: 'app-cluster-revoke-tokens', cluster },
        person => tokens.revoke(person, cluster),
      );
      return undefined;
    },

    async previewOffboarding({ caller, path }) {
      await access.requireAppCluster(caller, path.cluster);
      return offboarding.preview(requirePerson(caller), path.cluster);
    },

    async offboardAppCluster(request) {
      const { cluster } = request.path;
      await access.changeAppCluster(
        request,
        { eventId: 'app-cluster-offboard', cluster },
        person => offboarding.offboard(person, cluster, request.body),
      );
      return undefined;
    },
  };
}
