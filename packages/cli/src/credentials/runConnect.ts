/** Carries out `connect`: opens the service's own client with the credentials of a service binding. */
import type { Command } from 'commander';
import type { ClaimApi } from '../claims/ClaimApi';
import {
  requireConsent,
  withCluster,
  type CommandContext,
} from '../CommandContext';
import { readServices } from '../claims/readServices';
import type { FoundClaim } from '../claims/readClaims';
import type { SelectedCluster } from '../cluster/selectCluster';
import {
  findBindingOrInstance,
  readyBindingOf,
  withTemporaryBinding,
} from './findBinding';
import { awaitCredentials } from './readCredentials';
import { runClient, withCaFile } from './runClient';
import { clientStart } from './serviceClients';

interface ConnectOptions {
  temporaryBinding?: boolean;
}

/** Runs `work` with a service binding of an instance: a ready one, or one for this session. */
async function withBinding<T>(
  context: CommandContext,
  cluster: SelectedCluster,
  apis: readonly ClaimApi[],
  instance: FoundClaim,
  options: ConnectOptions,
  work: (binding: FoundClaim) => Promise<T>,
): Promise<T> {
  if (!options.temporaryBinding) {
    const ready = await readyBindingOf(cluster.client, apis, instance);
    if (ready) return work(ready);
    const { name } = instance.claim.metadata;
    await requireConsent(
      context,
      undefined,
      `"${name}" has no ready service binding. Create one for this session, and delete it afterwards?`,
      `"${name}" has no ready service binding. Create one with "kubectl klutch create binding <name> --instance ${name} --wait", or add --temporary-binding.`,
    );
  }
  return withTemporaryBinding(context, cluster, apis, instance, work);
}

/**
 * Opens the client, and waits until it ends.
 *
 * @param reference - name or type/name of a service binding or instance
 * @param args - further arguments of the client
 * @returns its exit code
 */
export function runConnect(
  context: CommandContext,
  reference: string,
  args: readonly string[],
  command: Command,
): Promise<number> {
  const options = command.optsWithGlobals<ConnectOptions>();
  return withCluster(context, command, async cluster => {
    const { client } = cluster;
    const apis = await readServices(context, client);
    const found = await findBindingOrInstance(cluster, apis, reference);
    const open = async ({ claim }: FoundClaim) => {
      const values = await awaitCredentials(context, client, claim);
      const type = claim.spec?.serviceInstanceType ?? '';
      return withCaFile(values.cacrt, caFile =>
        runClient(clientStart(type, values, caFile), args),
      );
    };
    return found.api.type === 'binding'
      ? open(found)
      : withBinding(context, cluster, apis, found, options, open);
  });
}
