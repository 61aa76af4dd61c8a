/** Asks the cluster for names while a command line is typed: with a short time limit, and without errors. */
import type { Command } from 'commander';
import { core, metadataOf, rejectOnAbort } from '@klutch/kube';
import { apiToCreate } from '../claims/runCreate';
import {
  claimResource,
  type ClaimApi,
  type ClaimType,
} from '../claims/ClaimApi';
import { buildCreateCommand } from '../claims/createCommand';
import { discoverApis } from '../claims/discoverApis';
import { listBindings } from '../cluster/listBindings';
import {
  contextNames,
  type ClusterFlags,
  type SelectedCluster,
} from '../cluster/selectCluster';
import type { ClusterNames } from './complete';

/** Nobody waits longer for a completion. */
const limitMs = 3000;

async function namesOfApi(
  { client, namespace }: SelectedCluster,
  api: ClaimApi,
  signal: AbortSignal,
): Promise<string[]> {
  const { items } = await client.list(metadataOf(claimResource(api)), {
    namespace,
    signal,
  });
  return items.map(({ metadata: { name = '' } }) =>
    api.type === 'instance' ? `${api.singular}/${name}` : name,
  );
}

/** What is known; nothing when the cluster does not answer in time, because a completion has no place for errors. */
async function orNone<T>(
  work: () => Promise<T[]>,
  signal: AbortSignal,
): Promise<T[]> {
  try {
    return await rejectOnAbort(work(), signal);
  } catch {
    return [];
  }
}

/**
 * Names from a cluster.
 *
 * @param create - the command `create`
 * @param connect - connects when the first name is asked for
 * @param flags - which kubeconfig is read
 * @param signal - ends all requests; default after three seconds
 */
export function clusterNames(
  create: Command,
  connect: () => Promise<SelectedCluster>,
  flags: ClusterFlags,
  signal = AbortSignal.timeout(limitMs),
): ClusterNames {
  const known = <T>(work: () => Promise<T[]>) => orNone(work, signal);
  let apis: Promise<ClaimApi[]> | undefined;
  const discovered = () => {
    apis ??= connect().then(({ client }) => discoverApis(client, signal));
    return apis;
  };
  return {
    services: () =>
      known(async () =>
        (await discovered())
          .filter(({ type }) => type === 'instance')
          .map(({ plural }) => plural),
      ),
    namespaces: () =>
      known(async () => {
        const { client } = await connect();
        const { items } = await client.list(metadataOf(core.namespaces), {
          signal,
        });
        return items.map(({ metadata: { name = '' } }) => name);
      }),
    contexts: () => known(() => contextNames(flags)),
    bindings: () =>
      known(async () => {
        const { client } = await connect();
        const bindings = await listBindings(client, signal);
        return bindings.map(({ metadata: { name = '' } }) => name);
      }),
    createCommand: async (type, service) => {
      const [command] = await known(async () => {
        const api = apiToCreate(await discovered(), type as ClaimType, service);
        return [buildCreateCommand(api, create).command];
      });
      return command;
    },
    claims: types =>
      known(async () => {
        const cluster = await connect();
        const searched = (await discovered()).filter(({ type }) =>
          types.includes(type),
        );
        const names = await Promise.all(
          searched.map(api => known(() => namesOfApi(cluster, api, signal))),
        );
        return names.flat();
      }),
  };
}
