/** The program: flags that select the cluster, and the commands. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { addBindCommands } from './binding/addBindCommands';
import { addClaimCommands } from './claims/addClaimCommands';
import type { CommandContext } from './CommandContext';
import { addCompletion } from './completion/addCompletion';
import { addControlPlaneCommands } from './controlPlane/addControlPlaneCommands';
import { addCredentialCommands } from './credentials/addCredentialCommands';
import { addDoctor } from './doctor/addDoctor';
import { KlutchCommand } from './KlutchCommand';
import { addKonnectorCommands } from './konnector/addKonnectorCommands';
import { addMigrateCommands } from './migrate/addMigrateCommands';
import { addTemplateCommands } from './templates/addTemplateCommands';
import { addTrace } from './trace/addTrace';
import { version } from './version';
import { addVersion } from './versionCommand/addVersion';

/** Names it as the user called it: `kubectl klutch`, as a plugin of kubectl, or `klutch`. */
const calledName = (executable = ''): string =>
  basename(executable).startsWith('kubectl-klutch')
    ? 'kubectl klutch'
    : 'klutch';

export function createProgram(
  context: CommandContext,
  executable?: string,
): Command {
  const program = new KlutchCommand(calledName(executable))
    .description(
      'Binds app clusters, and orders and uses data services, from the command line.',
    )
    .version(version)
    .option('--kubeconfig <file>', 'kubeconfig of the app cluster')
    .option('--context <name>', 'context of the kubeconfig')
    .option('-n, --namespace <name>', 'namespace on the app cluster')
    .showHelpAfterError('Run it with --help for what it takes.')
    .exitOverride();
  program.addHelpText('afterAll', ({ command }) =>
    command === program
      ? ''
      : `\n--kubeconfig, --context and -n select the cluster and the namespace: ${program.name()} --help\n`,
  );
  addBindCommands(program, context);
  addKonnectorCommands(program, context);
  addControlPlaneCommands(program, context);
  addTemplateCommands(program, context);
  addMigrateCommands(program, context);
  const get = addClaimCommands(program, context);
  addCredentialCommands(program, get, context);
  addTrace(program, context);
  addCompletion(program, context);
  addDoctor(program, context);
  addVersion(program, context);
  return program;
}
