/** The `klutch-binding-backend` CLI: the binding backend for control plane clusters without a portal. */
import { readFileSync } from 'node:fs';
import { toYaml } from '@klutch/bind-api';
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
import { manifestPrintingCommand } from './manifestPrintingCommand';
import { defaultImage, serverManifests } from './manifests';
import { offboardCommand } from './offboardCommand';
import { offerCommand } from './offerCommand';
import { revokeCommand } from './revokeCommand';
import type { ServerIdentity } from './roleManifests';
import { rolesCommand } from './rolesCommand';
import { serve } from './serve';

const { program } = backendNames;

const requireConfig = ({ config }: { config?: string }): string => {
  if (config) return config;
  throw new Error(
    'No configuration file was given. Pass --config <file>, or set KLUTCH_BINDING_CONFIG.',
  );
};

const manifestCommand = (print: (text: string) => void) =>
  manifestPrintingCommand(
    'manifest',
    'Prints everything to run the backend in the control plane cluster with this configuration: CRDs, namespace, roles, Deployment, Service',
  )
    .option('--image <image>', 'container image of the backend', defaultImage)
    .action((_, command: Command) => {
      const flags: ServerIdentity & { config?: string; image: string } =
        command.optsWithGlobals();
      const file = requireConfig(flags);
      const config = readServerConfig(file);
      const configText = readFileSync(file, 'utf8');
      print(toYaml(serverManifests({ ...flags, config, configText })));
    });

/** Commander passes an unknown command as an argument of the default command. */
const rejectUnknownCommand = ({ args: [name] }: Command): void => {
  if (name === undefined) return;
  throw new Error(
    `There is no command "${name}". Run "${program} --help" for a list of commands.`,
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
  logger.info(
    { version: backendVersion, ports },
    'the binding backend is running',
  );
  await stopped;
};

/** The command; `print` receives the output of subcommands. */
export const serverCommand = (print: (text: string) => void): Command =>
  new Command(program)
    .description(
      `The binding backend on the control plane cluster: gives app clusters a cluster namespace, rights and tokens, and serves the sign-in of "kubectl klutch bind". See docs/binding.md.`,
    )
    .version(backendVersion)
    .helpCommand(true)
    .allowExcessArguments()
    .addOption(
      new Option('--config <file>', 'configuration file, YAML').env(
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

/** Runs the command; on an error, prints the message to stderr and exits with 1. */
export const runCli = async (argv: readonly string[]): Promise<void> => {
  try {
    await serverCommand(text => process.stdout.write(text)).parseAsync(argv);
  } catch (error) {
    exitWithError(program, error);
  }
};
