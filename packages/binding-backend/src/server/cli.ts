/** `klutch-binding-backend`: the binding backend for control planes without a portal. */
import { readFileSync } from 'node:fs';
import {
  collectProcessMetrics,
  createLogger,
  exitWithError,
  setupSignalHandler,
} from '@klutch/kube';
import { Command, Option } from 'commander';
import { Registry } from 'prom-client';
import { backendNames } from '../backendNames';
import { backendVersion } from '../version';
import { readServerConfig } from './config';
import { defaultImage, serverManifests } from './manifests';
import { offboardCommand } from './offboardCommand';
import { offerCommand } from './offerCommand';
import { revokeCommand } from './revokeCommand';
import { roleManifests, type ServerIdentity } from './roleManifests';
import { serve } from './serve';
import { toYaml } from './toYaml';

const { program } = backendNames;

const requireConfig = ({ config }: { config?: string }): string => {
  if (config) return config;
  throw new Error(
    'There is no configuration. Name it with --config <file>, or in KLUTCH_BINDING_CONFIG.',
  );
};

/** A subcommand that prints what an administrator applies. */
const manifestPrintingCommand = (command: string, description: string) =>
  new Command(command)
    .description(description)
    .configureHelp({ showGlobalOptions: true })
    .allowExcessArguments(false)
    .option('--namespace <name>', 'of its pod, and of its Lease', program)
    .option('--service-account <name>', 'that it runs as', program)
    .option('--offboarding', 'with the rights to offboard app clusters')
    .option(
      '--no-admission-policy',
      'without the policy that bounds what it writes, for a control plane older than Kubernetes 1.30, which has no such type; its credentials are then an administrator’s',
    );

const rolesCommand = (print: (text: string) => void) =>
  manifestPrintingCommand(
    'roles',
    'Prints what it needs on the control plane, for an administrator to apply before it starts: types, namespace, service account, roles',
  )
    .option(
      '--user <name>',
      'that its kubeconfig signs in as, in place of a service account',
    )
    .option('--lease-name <name>', 'as "lease.name" in its configuration')
    .option(
      '--app-cluster-bindings',
      'with the types and rights for AppClusterBindings',
    )
    .action((flags: ServerIdentity) => print(toYaml(roleManifests(flags))));

const manifestCommand = (print: (text: string) => void) =>
  manifestPrintingCommand(
    'manifest',
    'Prints all that it needs to run in the control plane by its configuration: types, namespace, roles, Deployment, Service',
  )
    .option('--image <image>', 'made by its Dockerfile', defaultImage)
    .action((_, command: Command) => {
      const flags: ServerIdentity & { config?: string; image: string } =
        command.optsWithGlobals();
      const file = requireConfig(flags);
      const config = readServerConfig(file);
      const configText = readFileSync(file, 'utf8');
      print(toYaml(serverManifests({ ...flags, config, configText })));
    });

/** A command that does not exist is an argument of the one that runs the server. */
const rejectUnknownCommand = ({ args: [name] }: Command): void => {
  if (name === undefined) return;
  throw new Error(
    `There is no command "${name}". "${program} --help" lists those that there are.`,
  );
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
    signal: setupSignalHandler(logger),
  });
  logger.info({ version: backendVersion, ports }, 'the binding backend runs');
  await stopped;
};

/** The command; `print` gets what subcommands print. */
export const serverCommand = (print: (text: string) => void): Command =>
  new Command(program)
    .description(
      `The control plane's side of the Klutch binding: gives app clusters their cluster namespace, rights and tokens, and serves the sign-in of "kubectl klutch bind". See docs/binding.md.`,
    )
    .version(backendVersion)
    .helpCommand(true)
    .allowExcessArguments()
    .addOption(
      new Option('--config <file>', 'the configuration, YAML').env(
        'KLUTCH_BINDING_CONFIG',
      ),
    )
    .action((flags: { config?: string }, command: Command) => {
      rejectUnknownCommand(command);
      return run(requireConfig(flags));
    })
    .addCommand(rolesCommand(print))
    .addCommand(manifestCommand(print))
    .addCommand(offerCommand(print))
    .addCommand(revokeCommand(print))
    .addCommand(offboardCommand(print));

/** Runs the command; a failure ends the process with 1 at once, with words on the standard error. */
export const runCli = async (argv: readonly string[]): Promise<void> => {
  try {
    await serverCommand(text => process.stdout.write(text)).parseAsync(argv);
  } catch (error) {
    exitWithError(program, error);
  }
};
