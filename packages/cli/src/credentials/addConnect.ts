/** `connect`: opens the service's own client with the credentials of a service binding. */
import type { Command } from 'commander';
import type { ClaimApi } from '../claims/ClaimApi';
import {
  requireConsent,
  withCluster,
  type CommandContext,
} from '../CommandContext';
import { discoverApis } from '../claims/discoverApis';
import type { FoundClaim } from '../claims/readClaims';
import type { SelectedCluster } from '../cluster/selectCluster';
import {
  findBindingOrInstance,
  readyBindingOf,
  withTemporaryBinding,
} from './findBinding';
import { notArrived, readCredentials } from './readCredentials';
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

/** Adds the command to the program. */
export function addConnect(program: Command, context: CommandContext): void {
  program
    .command('connect')
    .summary("open a service's own client with the credentials of a binding")
    .description(
      'Opens psql, mariadb, valkey-cli or mongosh with the credentials of a service binding. Passwords are passed in the environment of the client only.',
    )
    .argument('<binding|instance>', 'name or type/name')
    .argument('[args...]', 'arguments for the client, after --')
    .option(
      '--temporary-binding',
      'create a service binding for this session, and delete it afterwards',
    )
    .action(
      async (reference: string, args: string[], _options, command: Command) => {
        const options = command.optsWithGlobals<ConnectOptions>();
        process.exitCode = await withCluster(
          context,
          command,
          async cluster => {
            const { client } = cluster;
            const apis = await discoverApis(client);
            const found = await findBindingOrInstance(cluster, apis, reference);
            const open = async ({ claim }: FoundClaim) => {
              const values = await readCredentials(client, claim);
              if (!values) throw notArrived(claim);
              const type = claim.spec?.serviceInstanceType ?? '';
              return withCaFile(values.cacrt, caFile =>
                runClient(clientStart(type, values, caFile), args),
              );
            };
            return found.api.type === 'binding'
              ? open(found)
              : withBinding(context, cluster, apis, found, options, open);
          },
        );
      },
    );
}
