/** `create instance|binding|backup|restore`. */
import type { Command } from 'commander';
import type { ClaimApi, ClaimType } from './ClaimApi';
import { withCluster, type CommandContext } from '../CommandContext';
import { buildCreateCommand } from './createCommand';
import { createClaim } from './createClaim';
import { discoverApis } from './discoverApis';
import { findApi } from './findApi';

const summaries: Record<ClaimType, string> = {
  instance: 'order an instance of a data service',
  binding: 'create credentials for an instance',
  backup: 'back up an instance now',
  restore: 'restore a backup',
};

const descriptions: Record<ClaimType, string> = {
  instance:
    'Orders an instance of a data service, which is named by its plural, singular, kind or short name. "create instance <service> --help" lists its flags and plans.',
  binding:
    'Creates a service binding: credentials for an instance, which arrive in a secret.',
  backup: 'Backs up an instance now.',
  restore:
    'Restores a backup into its instance, or into another one with --instance, where the service can do that.',
};

const usages: Record<ClaimType, string> = {
  instance: '<service> <name> [flags]',
  binding: '<name> --instance <[type/]name> [flags]',
  backup: '<name> --instance <[type/]name> [flags]',
  restore: '<name> --backup <name> [flags]',
};

/**
 * The API of a new claim.
 *
 * @param named - the service of an instance, or `--api`
 * @throws Error when the name is unknown, or missing although there are several APIs
 */
export function apiToCreate(
  apis: readonly ClaimApi[],
  type: ClaimType,
  named: string | undefined,
): ClaimApi {
  const candidates = apis.filter(api => api.type === type);
  const [only, ...others] = candidates;
  if (named === undefined && only && others.length === 0) return only;
  if (named === undefined && only) {
    const names = candidates.map(({ plural }) => plural).join(', ');
    throw new Error(`There are several APIs. Choose with --api: ${names}.`);
  }
  return findApi(candidates, named ?? type);
}

const isHelp = (text?: string) => text === '-h' || text === '--help';

async function run(
  context: CommandContext,
  type: ClaimType,
  args: string[],
  outer: Command,
): Promise<void> {
  const [first] = args;
  const isInstance = type === 'instance';
  if (isInstance && (first === undefined || first.startsWith('-'))) {
    if (isHelp(first)) return outer.outputHelp();
    return outer.error(
      'error: name the data service first: create instance <service> <name> [flags]',
    );
  }
  const { parent } = outer;
  if (!parent) throw new Error('The command has no parent.');
  const { api: named } = outer.opts<{ api?: string }>();
  return withCluster(context, outer, async ({ client, namespace }) => {
    const apis = await discoverApis(client);
    const api = apiToCreate(apis, type, isInstance ? first : named);
    const created = buildCreateCommand(api, parent);
    created.command.action(async () => {
      const name = created.command.args.at(-1) ?? '';
      await createClaim(
        context,
        { client, namespace, apis, api },
        name,
        created,
      );
    });
    await created.command.parseAsync(args, { from: 'user' });
  });
}

/** Adds the commands to the program. */
export function addCreateCommands(
  program: Command,
  context: CommandContext,
): void {
  const create = program
    .command('create')
    .summary('create an instance, binding, backup or restore')
    .description(
      'Creates claims for data services. The flags come from the API of the cluster: add --help after the name of a service.',
    );
  for (const [type, summary] of Object.entries(summaries)) {
    const claimType = type as ClaimType;
    const command = create
      .command(type)
      .summary(summary)
      .description(descriptions[claimType])
      .usage(usages[claimType])
      .argument('[args...]')
      .allowUnknownOption()
      // The flags are known only once the cluster is asked.
      .helpOption(false)
      .action((args: string[], _options, outer: Command) =>
        run(context, claimType, args, outer),
      );
    if (claimType !== 'instance') {
      command.option('--api <name>', 'the API, when the cluster has several');
    }
  }
}
