/** Carries out `get credentials`: shows the credentials of a service binding. */
import type { Command } from 'commander';
import {
  requireConsent,
  withCluster,
  type CommandContext,
} from '../CommandContext';
import { readServices } from '../claims/readServices';
import { findClaim } from '../claims/readClaims';
import type { CredentialOutput } from './credentialOutput';
import { credentialsText } from './credentialsText';
import { awaitCredentials } from './readCredentials';

interface CredentialOptions {
  output?: CredentialOutput;
  allowPipe?: boolean;
  yes?: boolean;
}

/**
 * Asks before passwords appear on a screen, and refuses to write them elsewhere unless the flag says so.
 *
 * @throws Error when they may not be shown
 */
async function requireShowable(
  context: CommandContext,
  name: string,
  { allowPipe, yes, output }: CredentialOptions,
): Promise<void> {
  if (context.stdout.isTTY) {
    await requireConsent(
      context,
      yes,
      `Show the credentials of ${name} on this screen?`,
      'Nothing was shown. Add --yes to show the credentials.',
    );
    return;
  }
  if (allowPipe && output) return;
  throw new Error(
    `Standard output is not a terminal. To write credentials to a pipe or file, choose a form and allow it: get credentials ${name} -o env --allow-pipe`,
  );
}

/** Prints the credentials of the service binding, if they may be shown. */
export async function runGetCredentials(
  context: CommandContext,
  reference: string,
  command: Command,
): Promise<void> {
  const options = command.optsWithGlobals<CredentialOptions>();
  await withCluster(context, command, async ({ client, namespace }) => {
    await requireShowable(context, reference, options);
    const bindings = (await readServices(context, client)).filter(
      ({ type }) => type === 'binding',
    );
    const found = await findClaim(client, bindings, reference, namespace);
    const { claim } = found;
    const values = await awaitCredentials(context, client, claim);
    const origin = {
      binding: claim.metadata.name ?? '',
      serviceType: claim.spec?.serviceInstanceType ?? 'service',
    };
    context.stdout.write(credentialsText(values, origin, options.output));
  });
}
