/** `konnector`: manifests, installation and removal of the agent on the app cluster. */
import type { Command } from 'commander';
import {
  requireConsent,
  withCluster,
  type CommandContext,
} from '../CommandContext';
import { parseDuration } from '../duration';
import { dryRunOption, type DryRun } from '../output/dryRunOption';
import { withProgress } from '../progress';

/** What the commands do. */
export type KonnectorWork = typeof import('./konnectorWork');

/** Loaded when a command runs, so that help and completion start fast. */
const loadWork = (): Promise<KonnectorWork> => import('./konnectorWork');

interface InstallFlags {
  dryRun: DryRun;
  image?: string;
  timeout: string;
  wait?: boolean;
}

interface UninstallFlags {
  dryRun: DryRun;
  yes?: boolean;
}

const imageFlag = [
  '--image <image>',
  'container image; else KLUTCH_KONNECTOR_IMAGE',
] as const;

async function install(
  context: CommandContext,
  command: Command,
  work: KonnectorWork,
): Promise<void> {
  const { dryRun, timeout, wait, ...source } = command.opts<InstallFlags>();
  const timeoutMs = parseDuration(timeout);
  const print = (line: string) => context.stdout.write(line);
  await withCluster(context, command, async ({ client }) => {
    const image = await work.findImage(client, source);
    await withProgress(
      context.stderr,
      `Installing the konnector ${image}`,
      work.installKonnector(client, image, { dryRun, print }),
    );
    if (dryRun !== 'none') return;
    if (!wait) {
      context.stderr.write(work.pullHint(image));
      return;
    }
    await work.waitForKonnector(context, client, { timeoutMs });
    context.stdout.write('deployment/konnector ready\n');
  });
}

async function uninstall(
  context: CommandContext,
  command: Command,
  work: KonnectorWork,
): Promise<void> {
  const { dryRun, yes } = command.opts<UninstallFlags>();
  const print = (line: string) => context.stdout.write(line);
  await withCluster(context, command, async ({ client }) => {
    await requireConsent(
      context,
      yes || dryRun !== 'none',
      'Delete the konnector and its roles? Namespace, kubeconfigs and data stay.',
      'Nothing was deleted. Add --yes to delete the konnector.',
    );
    await withProgress(
      context.stderr,
      'Deleting the konnector',
      work.uninstallKonnector(client, { dryRun, print }),
    );
  });
}

/**
 * Adds the commands to the program.
 *
 * @param load - loads what the commands do
 */
export function addKonnectorCommands(
  program: Command,
  context: CommandContext,
  load = loadWork,
): void {
  const konnector = program
    .command('konnector')
    .summary('install or remove the konnector, or print its manifests')
    .description(
      'The konnector is the agent on the app cluster that syncs objects with the control plane.',
    );
  konnector
    .command('install')
    .alias('upgrade')
    .summary('install the konnector on the app cluster, or update it')
    .description(
      "Installs the konnector on the app cluster, or updates it. Nobody publishes its image: build konnector/Dockerfile, and name it with --image. An image without a tag gets this program's version, and so does, without --image, that of the konnector that is installed.",
    )
    .option(...imageFlag)
    .option('--wait', 'wait until it runs, or tell why it does not')
    .option('--timeout <duration>', 'how long to wait', '5m')
    .addOption(dryRunOption('only name or check the objects'))
    .action(async (_options, command: Command) =>
      install(context, command, await load()),
    );
  konnector
    .command('uninstall')
    .summary('delete the konnector; only when nothing is bound')
    .option('-y, --yes', 'do not ask')
    .addOption(dryRunOption('only name or check what would be deleted'))
    .action(async (_options, command: Command) =>
      uninstall(context, command, await load()),
    );
  konnector
    .command('manifest')
    .summary('print all manifests of the konnector')
    .option(...imageFlag)
    .action(async ({ image }: Pick<InstallFlags, 'image'>) => {
      const { manifestText, requireImage } = await load();
      context.stdout.write(manifestText(requireImage({ image })));
    });
  konnector
    .command('roles')
    .summary('print namespace, service account and roles of the konnector')
    .action(async () => {
      const { rolesText } = await load();
      context.stdout.write(rolesText());
    });
}
