/** Handlers of what operators change on app clusters, from their registration to their offboarding. */
import type { AppClusterBindings } from '../platform/appClusters/AppClusterBindings';
import type { AppClusterOffboarding } from '../platform/appClusters/AppClusterOffboarding';
import type { AppClusterRegistration } from '../platform/appClusters/AppClusterRegistration';
import type { AppClusterTokens } from '../platform/appClusters/AppClusterTokens';
import type { Person } from '../identity/Caller';
import type { Handlers } from './handlers';
import type { ChangeRequest, PlatformAccess } from './PlatformAccess';

export interface AppClusterChangeOptions {
  registration: AppClusterRegistration;
  bindings: AppClusterBindings;
  tokens: AppClusterTokens;
  offboarding: AppClusterOffboarding;
}

type AppClusterChangeHandlers = Pick<
  Handlers,
  | 'registerAppCluster'
  | 'setAppClusterKubeconfig'
  | 'suspendAppCluster'
  | 'revokeAppClusterTokens'
  | 'rotateAppClusterToken'
  | 'offboardAppCluster'
  | keyof BindingHandlers
>;

type AppClusterRequest = ChangeRequest & { path: { cluster: string } };

type BindingHandlers = Pick<
  Handlers,
  'bindApi' | 'unbindApi' | 'approveDeletions'
>;

function bindingHandlers(
  access: PlatformAccess,
  { bindings, registration }: AppClusterChangeOptions,
): BindingHandlers {
  const change = <T>(
    request: AppClusterRequest,
    eventId: string,
    resource: string,
    run: (person: Person, cluster: string) => Promise<T>,
  ) => {
    const { cluster } = request.path;
    return access.changeExport(
      request,
      { eventId, cluster },
      resource,
      person => run(person, cluster),
    );
  };
  return {
    bindApi: request =>
      change(request, 'api-bind', request.body.resource, (person, cluster) =>
        registration.bindApi(person, cluster, request.body),
      ),

    async unbindApi(request) {
      const { resource } = request.path;
      const done = await change(
        request,
        'api-unbind',
        resource,
        (person, cluster) =>
          bindings.unbind(person, cluster, resource, request.body.confirm),
      );
      return { done };
    },

    async approveDeletions(request) {
      const { resource } = request.path;
      await change(request, 'deletions-approve', resource, (person, cluster) =>
        bindings.approveDeletions(person, cluster, resource, request.body),
      );
      return undefined;
    },
  };
}

export function appClusterChangeHandlers(
  access: PlatformAccess,
  options: AppClusterChangeOptions,
): AppClusterChangeHandlers {
  const { registration, bindings, tokens, offboarding } = options;
  const change = <T>(
    request: AppClusterRequest,
    eventId: string,
    run: (person: Person, cluster: string) => Promise<T>,
  ) => {
    const { cluster } = request.path;
    return access.changeAppCluster(request, { eventId, cluster }, person =>
      run(person, cluster),
    );
  };
  return {
    ...bindingHandlers(access, options),

    registerAppCluster: request =>
      access.changeAppCluster(
        request,
        { eventId: 'app-cluster-register', cluster: request.body.id },
        person => registration.register(person, request.body),
      ),

    setAppClusterKubeconfig: request =>
      change(request, 'app-cluster-kubeconfig', (person, cluster) =>
        registration.setKubeconfig(person, cluster, request.body),
      ),

    async suspendAppCluster(request) {
      const { suspended } = request.body;
      const eventId = suspended ? 'app-cluster-suspend' : 'app-cluster-resume';
      await change(request, eventId, (person, cluster) =>
        bindings.setSuspended(person, cluster, suspended),
      );
      return undefined;
    },

    async revokeAppClusterTokens(request) {
      await change(request, 'app-cluster-revoke-tokens', (person, cluster) =>
        tokens.revoke(person, cluster),
      );
      return undefined;
    },

    async rotateAppClusterToken(request) {
      await change(request, 'app-cluster-rotate-token', (person, cluster) =>
        tokens.rotate(person, cluster),
      );
      return undefined;
    },

    async offboardAppCluster(request) {
      await change(request, 'app-cluster-offboard', (person, cluster) =>
        offboarding.offboard(person, cluster, request.body),
      );
      return undefined;
    },
  };
}
