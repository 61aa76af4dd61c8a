/** Handlers of the operators' operations on the join tokens of app clusters. */
import type { AppClusterJoinTokens } from '../platform/appClusters/AppClusterJoinTokens';
import type { Handlers } from './handlers';
import type { PlatformAccess } from './PlatformAccess';

type JoinTokenHandlers = Pick<
  Handlers,
  'createJoinToken' | 'replaceJoinToken' | 'getJoinToken' | 'cancelJoinToken'
>;

const createJoinTokenEvent = (cluster: string) => ({
  eventId: 'app-cluster-create-join-token',
  cluster,
});

const resourcesOf = (apis: readonly { resource: string }[]) =>
  apis.map(({ resource }) => resource);

export function joinTokenHandlers(
  access: PlatformAccess,
  joinTokens: AppClusterJoinTokens,
): JoinTokenHandlers {
  return {
    createJoinToken: request =>
      access.changeJoinToken(
        request,
        createJoinTokenEvent(request.body.id),
        resourcesOf(request.body.apis),
        person => joinTokens.create(person, request.body),
      ),

    replaceJoinToken: request =>
      access.changeJoinToken(
        request,
        createJoinTokenEvent(request.path.cluster),
        resourcesOf(request.body.apis),
        person =>
          joinTokens.replace(person, request.path.cluster, request.body),
      ),

    async getJoinToken({ caller, path }) {
      await access.requireAppCluster(caller, path.cluster);
      return joinTokens.get(path.cluster);
    },

    async cancelJoinToken(request) {
      const { cluster } = request.path;
      await access.changeAppCluster(
        request,
        { eventId: 'app-cluster-revoke-join-token', cluster },
        person => joinTokens.cancel(person, cluster),
      );
      return undefined;
    },
  };
}
