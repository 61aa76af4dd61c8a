/** `get credentials`: shows the credentials of a service binding. */
import { Option, type Command } from 'commander';
import { withCluster, type CommandContext } from '../CommandContext';
import { discoverApis } from '../claims/discoverApis';
import { findClaim } from '../claims/readClaims';
import {
  credentialOutputs,
  credentialsText,
  type CredentialOutput,
} from './credentialsText';
import { notArrived, readCredentials } from './readCredentials';

interface CredentialOptions {
  output?: CredentialOutput;
  allowPipe?: boolean;
  yes?: boolean;
}

/**
 * Asks before passwords appear on a screen, and refuses to write them elsewhere unless the flag says so.
 *
 * @returns whether to go on
 */
async function mayShow(
  { stdout, confirm }: CommandContext,
  name: string,
  { allowPipe, yes, output }: CredentialOptions,
): Promise<boolean> {
  if (!stdout.isTTY) {
    if (!allowPipe || !output) {
      throw new Error(
        `Standard output is not a terminal. To write credentials to a pipe or file, choose a form and allow it: get credentials ${name} -o env --allow-pipe`,
      );
    }
    return true;
  }
  if (yes) return true;
  const confirmed = await confirm(
    `Show the credentials of ${name} on this screen?`,
  );
  if (confirmed === undefined) {
    throw new Error('There is no terminal to ask at. Add --yes.');
  }
  return confirmed;
}

async function run(
  context: CommandContext,
  reference: string,
  command: Command,
): Promise<void> {
  const options = command.optsWithGlobals<CredentialOptions>();
  await withCluster(context, command, async ({ client, namespace }) => {
    if (!(await mayShow(context, reference, options))) return;
    const bindings = (await discoverApis(client)).filter(
      ({ type }) => type === 'binding',
    );
    const found = await findClaim(client, bindings, reference, namespace);
    const { claim } = found;
    const values = await readCredentials(client, claim);
    if (!values) throw notArrived(claim);
    const origin = {
      binding: claim.metadata.name ?? '',
      serviceType: claim.spec?.serviceInstanceType ?? 'service',
    };
    context.stdout.write(credentialsText(values, origin, options.output));
  });
}

/**
 * Adds the command.
 *
 * @param get - the command `get`
 */
export function addGetCredentials(get: Command, context: CommandContext): void {
  get
    .command('credentials')
    .summary('show the credentials of a service binding')
    .description(
      'Shows the credentials of a service binding. Asks first, and writes to a terminal only, unless --allow-pipe is given.',
    )
    .argument('<binding>', 'name of the service binding')
    .addOption(
      new Option('-o, --output <format>', 'form of the credentials').choices(
        credentialOutputs,
      ),
    )
    .option('--allow-pipe', 'write to a pipe or file, which keeps the password')
    .option('-y, --yes', 'do not ask')
    .action((reference: string, _options, command: Command) =>
      run(context, reference, command),
    );
}
