/** `klutch-binding-backend`: the binding backend for control planes without a portal. */
import {
  collectProcessMetrics,
  createLogger,
  endFailedProgram,
  signalOfProcess,
} from '@klutch/kube';
import { Command, Option } from 'commander';
import { Registry } from 'prom-client';
import { stringify } from 'yaml';
import { backendRoleBinding, backendRoles } from '../roles/backendRoles';
import { backendLeaseRole } from '../roles/leaseRole';
import { backendVersion } from '../version';
import { readServerConfig } from './config';
import { serve } from './serve';

interface RoleFlags {
  namespace: string;
  serviceAccount: string;
}

/** What an administrator applies before: the roles, bound to the service account. */
const rolesYaml = ({ namespace, serviceAccount }: RoleFlags): string => {
  const subject = { kind: 'ServiceAccount', name: serviceAccount, namespace };
  return [
    ...backendRoles(),
    backendRoleBinding(subject),
    ...backendLeaseRole(subject, namespace),
  ]
    .map(role => stringify(role, { aliasDuplicateObjects: false }))
    .join('---\n');
};

const run = async (file: string): Promise<void> => {
  const config = readServerConfig(file);
  const logger = createLogger('binding-backend', { level: config.logLevel });
  const registry = new Registry();
  collectProcessMetrics(registry);
  const { ports, stopped } = await serve({
    config,
    logger,
    registry,
    signal: signalOfProcess(logger),
  });
  logger.info({ version: backendVersion, ports }, 'the binding backend runs');
  await stopped;
};

/** The command; `print` gets what subcommands print. */
export const serverCommand = (print: (text: string) => void): Command =>
  new Command('klutch-binding-backend')
    .description(
      `The control plane's side of the Klutch binding: gives app clusters their cluster namespace, rights and tokens, and serves the sign-in of "kubectl klutch bind". See docs/binding.md.`,
    )
    .version(backendVersion)
    .allowExcessArguments(false)
    .addOption(
      new Option('--config <file>', 'the configuration, YAML').env(
        'KLUTCH_BINDING_CONFIG',
      ),
    )
    .action(({ config }: { config?: string }) => {
      if (config) return run(config);
      throw new Error(
        'There is no configuration. Name it with --config <file>, or in KLUTCH_BINDING_CONFIG.',
      );
    })
    .addCommand(
      new Command('roles')
        .description(
          'Prints the roles that it needs on the control plane, for an administrator to apply before it starts',
        )
        .option('--namespace <name>', 'of its pod', 'klutch-binding-backend')
        .option(
          '--service-account <name>',
          'that it runs as',
          'klutch-binding-backend',
        )
        .action((flags: RoleFlags) => print(rolesYaml(flags))),
    );

/** Runs the command; a failure ends the process with 1 at once, with words on the standard error. */
export const runCli = async (argv: readonly string[]): Promise<void> => {
  try {
    await serverCommand(text => process.stdout.write(text)).parseAsync(argv);
  } catch (error) {
    endFailedProgram('klutch-binding-backend', error);
  }
};
