/** Carries out `create` of a type: finds the API, and parses the flags of its schema. */
import { CommanderError, type Command } from 'commander';
import type { ClaimApi, ClaimType } from './ClaimApi';
import { rejectOnAbort } from '@klutch/kube';
import { withCluster, type CommandContext } from '../CommandContext';
import { buildCreateCommand } from './createCommand';
import { createClaim } from './createClaim';
import { readServices } from './readServices';
import { findApi } from './findApi';
import { printable } from '../output/table';

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
  if (candidates.length === 0 && apis.length > 0) {
    throw new Error(
      `The cluster has no API to create a ${type} with. Bind one with "kubectl klutch bind <url>".`,
    );
  }
  return findApi(candidates, named ?? type);
}

/** Nobody waits longer for a help text. */
const helpLimitMs = 3000;

const isHelp = (text?: string) => text === '-h' || text === '--help';

/** Without the cluster there is no flag of the API to show. */
function printKnownHelp(
  { stderr }: CommandContext,
  outer: Command,
  reason: string,
): void {
  outer.outputHelp();
  stderr.write(`The flags of the API are not known: ${printable(reason)}\n`);
}

/** Runs `create <type>` with the words that follow the type. */
export async function runCreate(
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
  const helpLimit = args.some(isHelp)
    ? AbortSignal.timeout(helpLimitMs)
    : undefined;
  const signal = helpLimit ?? context.signal;
  const run = withCluster(context, outer, async ({ client, namespace }) => {
    const apis = await rejectOnAbort(
      readServices(context, client, signal),
      signal,
    );
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
  return run.catch((error: unknown) => {
    // Commander ends by an error, also after its help.
    if (error instanceof CommanderError || !helpLimit) throw error;
    const { message } =
      error instanceof Error ? error : new Error(String(error));
    const reason = helpLimit.aborted
      ? 'the cluster did not answer in time. See "kubectl klutch doctor".'
      : message;
    printKnownHelp(context, outer, reason);
  });
}
