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
      await access.requireRead(caller);
      return { items: platform.appClusters() };
    },

    registerAppCluster: request =>
      access.change(
        request,
        { eventId: 'app-cluster-register', meta: { cluster: request.body.id } },
        person => registration.register(person, request.body),
      ),

    setAppClusterKubeconfig(request) {
      const { cluster } = request.path;
      return access.change(
        request,
        { eventId: 'app-cluster-kubeconfig', meta: { cluster } },
        person => registration.setKubeconfig(person, cluster, request.body),
      );
    },

    bindApi(request) {
      const { cluster } = request.path;
      return access.change(
        request,
        {
          eventId: 'api-bind',
          meta: { cluster, resource: request.body.resource },
        },
        person => registration.bindApi(person, cluster, request.body),
      );
    },

    async endAppClusterTokens(request) {
      const { cluster } = request.path;
      await access.change(
        request,
        { eventId: 'app-cluster-revoke-tokens', meta: { cluster } },
        person => tokens.revoke(person, cluster),
      );
      return undefined;
    },

    async previewOffboarding({ caller, path }) {
      await access.requireRead(caller);
      return offboarding.preview(requirePerson(caller), path.cluster);
    },

    async offboardAppCluster(request) {
      const { cluster } = request.path;
      await access.change(
        request,
        { eventId: 'app-cluster-offboard', meta: { cluster } },
        person => offboarding.offboard(person, cluster, request.body),
      );
      return undefined;
    },
  };
}
