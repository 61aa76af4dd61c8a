/** `doctor`: what is wrong, and what to do. */
import type { Command } from 'commander';
import { withCluster, type CommandContext } from '../CommandContext';
import { outputOption } from '../output/outputOption';
import type { DoctorFlags } from './runDoctor';

/** What the command does. */
export type DoctorWork = Pick<typeof import('./runDoctor'), 'runDoctor'>;

/** Loaded when the command runs, so that help and completion start fast. */
const loadWork = (): Promise<DoctorWork> => import('./runDoctor');

/**
 * Adds the command to the program.
 *
 * @param load - loads what the command does
 */
export function addDoctor(
  program: Command,
  context: CommandContext,
  load = loadWork,
): void {
  program
    .command('doctor')
    .summary('check the binding, and say what to do')
    .description(
      'Checks the app cluster and the control planes to which it is bound, or a control plane when --context leads to one: reachability, rights, versions, clocks, CRDs, tokens, heartbeats, Crossplane. Ends with 1 when a check failed.',
    )
    .option('--control-plane', 'check a control plane (default: recognised)')
    .option('--backend <url>', 'also check the binding backend at the address')
    .option(
      '--issuer <url>',
      'also check the identity provider; with --backend, else OIDC_ISSUER_URL',
    )
    .option(
      '--client-id <id>',
      "also check the redirect URI of the backend's client at the issuer",
    )
    .option(
      '--redirect-uri <url>',
      'redirect URI of the client (default: callback beside --backend)',
    )
    .addOption(outputOption(['json', 'yaml']))
    .action(async (_flags, command: Command) => {
      const flags = command.opts<DoctorFlags>();
      const { runDoctor } = await load();
      await withCluster(context, command, async ({ client }) => {
        process.exitCode = await runDoctor(context, client, flags);
      });
    });
}
