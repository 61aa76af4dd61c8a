/** Asks the cluster for names while a command line is typed: with a short time limit, and without errors. */
import type { Command } from 'commander';
import { core, metadataOf } from '@klutch/kube';
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
): Promise<string[]> {
  const { items } = await client.list(metadataOf(claimResource(api)), {
    namespace,
    signal: AbortSignal.timeout(limitMs),
  });
  return items.map(({ metadata: { name = '' } }) =>
    api.type === 'instance' ? `${api.singular}/${name}` : name,
  );
}

/** What is known; nothing when the cluster cannot be reached, because a completion has no place for errors. */
async function orNone<T>(work: () => Promise<T[]>): Promise<T[]> {
  try {
    return await work();
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
 */
export function clusterNames(
  create: Command,
  connect: () => Promise<SelectedCluster>,
  flags: ClusterFlags,
): ClusterNames {
  let apis: Promise<ClaimApi[]> | undefined;
  const discovered = () => {
    apis ??= connect().then(({ client }) => discoverApis(client));
    return apis;
  };
  return {
    services: () =>
      orNone(async () =>
        (await discovered())
          .filter(({ type }) => type === 'instance')
          .map(({ plural }) => plural),
      ),
    namespaces: () =>
      orNone(async () => {
        const { client } = await connect();
        const { items } = await client.list(metadataOf(core.namespaces), {
          signal: AbortSignal.timeout(limitMs),
        });
        return items.map(({ metadata: { name = '' } }) => name);
      }),
    contexts: () => orNone(() => contextNames(flags)),
    bindings: () =>
      orNone(async () => {
        const { client } = await connect();
        const bindings = await listBindings(
          client,
          AbortSignal.timeout(limitMs),
        );
        return bindings.map(({ metadata: { name = '' } }) => name);
      }),
    createCommand: async (type, service) => {
      const [command] = await orNone(async () => {
        const api = apiToCreate(await discovered(), type as ClaimType, service);
        return [buildCreateCommand(api, create).command];
      });
      return command;
    },
    claims: types =>
      orNone(async () => {
        const cluster = await connect();
        const searched = (await discovered()).filter(({ type }) =>
          types.includes(type),
        );
        const names = await Promise.all(
          searched.map(api => orNone(() => namesOfApi(cluster, api))),
        );
        return names.flat();
      }),
  };
}
