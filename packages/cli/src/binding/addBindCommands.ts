/** `bind`, `unbind`, `status` and `approve`. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { withCluster, type CommandContext } from '../CommandContext';
import { dryRunOption } from '../output/dryRunOption';
import { outputOption } from '../output/outputOption';
import { collect, withBindFlags } from './bindFlags';
import type { ApproveFlags } from './runApprove';
import type { BindUrlFlags } from './runBind';
import type { BindApiServiceFlags } from './runBindApiService';
import type { StatusFlags } from './runStatus';
import type { UnbindFlags } from './runUnbind';

/** What the commands do. */
export type BindWork = typeof import('./bindWork');

/** Loaded when a command runs, so that help and completion start fast. */
const loadWork = (): Promise<BindWork> => import('./bindWork');

const machineFlags = 'Without a browser:';

function addTokenFlags(bind: Command): void {
  const flags = [
    ['--non-interactive', 'bind as a machine, with an access token'],
    ['--token-file <file>', 'file with the token; else KLUTCH_TOKEN'],
    ['--issuer <url>', 'identity provider; else OIDC_ISSUER_URL'],
    ['--client-id <id>', 'else OIDC_CLIENT_ID'],
    ['--client-secret-file <file>', 'else OIDC_CLIENT_SECRET'],
    ['--scope <scope>', 'scope of the token'],
    ['--resource <url>', 'audience of the token'],
  ] as const;
  bind.addOption(
    new Option('--api <name>', 'API to bind, <plural>.<group>; repeatable')
      .argParser(collect)
      .helpGroup(machineFlags),
  );
  for (const [flag, text] of flags) {
    bind.addOption(new Option(flag, text).helpGroup(machineFlags));
  }
}

/** The flags of `bind` that were given, and that its subcommand does not have. */
function unusedFlags(bind: Command, subcommand: Command): string[] {
  const known = subcommand.options.map(({ long }) => long);
  return bind.options
    .filter(({ long }) => !known.includes(long))
    .filter(one => bind.getOptionValueSource(one.attributeName()) === 'cli')
    .map(({ long }) => long ?? '');
}

function addApiService(
  bind: Command,
  context: CommandContext,
  load: () => Promise<BindWork>,
): void {
  withBindFlags(
    bind
      .command('apiservice')
      .summary('bind the APIs of export requests in a file')
      .description(
        'Binds the APIs of export requests, or updates their bindings and the kubeconfig.',
      ),
  )
    .requiredOption(
      '-f, --filename <file>',
      'file with export requests; - is standard input',
    )
    .option(
      '--remote-kubeconfig <file>',
      'kubeconfig for the control plane, from its binding backend',
    )
    .option(
      '--remote-kubeconfig-name <secret>',
      'Secret on the app cluster with that kubeconfig',
    )
    .option(
      '--remote-kubeconfig-namespace <name>',
      'namespace of the Secret',
      'klutch-bind',
    )
    .action(async (_flags, command: Command) => {
      const unused = unusedFlags(bind, command);
      if (unused.length > 0) {
        command.error(
          `error: ${unused.join(', ')} belongs to "bind <url>", and has no effect here`,
        );
      }
      // Flags that `bind` has, too, are parsed there.
      const flags = command.optsWithGlobals<BindApiServiceFlags>();
      const { runBindApiService } = await load();
      await withCluster(context, command, ({ client }) =>
        runBindApiService(context, client, flags),
      );
    });
}

function addUnbind(
  program: Command,
  context: CommandContext,
  load: () => Promise<BindWork>,
): void {
  program
    .command('unbind')
    .summary('remove bindings; data on the control plane stays')
    .argument('<api...>', 'names of bindings, <plural>.<group>')
    .option('-y, --yes', 'do not ask')
    .addOption(dryRunOption('only name or check what would be deleted'))
    .option('--no-wait', 'do not wait until the konnector has finished')
    .option('--timeout <duration>', 'how long to wait', '5m')
    .action(async (apis: string[], _flags, command: Command) => {
      const flags = command.opts<UnbindFlags>();
      const { runUnbind } = await load();
      await withCluster(context, command, ({ client }) =>
        runUnbind(context, client, apis, flags),
      );
    });
}

function addStatus(
  program: Command,
  context: CommandContext,
  load: () => Promise<BindWork>,
): void {
  program
    .command('status')
    .summary(
      'show the bindings of the app cluster, and what is wrong with them',
    )
    .description(
      'Shows the bindings of the app cluster. For one API, and with -o wide, also the objects that are not in step with the control plane.',
    )
    .argument('[api]', 'name of the binding, <plural>.<group>')
    .option('-w, --watch', 'go on printing bindings as they change')
    .addOption(outputOption(['wide', 'yaml', 'json', 'name']))
    .action(async (api: string | undefined, _flags, command: Command) => {
      const flags = command.opts<StatusFlags>();
      const { runStatus } = await load();
      await withCluster(context, command, ({ client }) =>
        runStatus(context, client, flags, api),
      );
    });
}

function positiveNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It has to be a number from 1.');
}

function addApprove(
  program: Command,
  context: CommandContext,
  load: () => Promise<BindWork>,
): void {
  program
    .command('approve')
    .summary('approve deletions that the konnector holds back')
    .description(
      'Approves deletions of copies on the control plane that the konnector holds back because many objects were deleted at once.',
    )
    .argument('<api>', 'name of the binding, <plural>.<group>')
    .argument('<number>', 'how many deletions', positiveNumber)
    .option('-y, --yes', 'do not ask')
    .addOption(dryRunOption('only check the approval'))
    .action(async (api: string, count: number, _flags, command: Command) => {
      const flags = command.opts<ApproveFlags>();
      const { runApprove } = await load();
      await withCluster(context, command, ({ client }) =>
        runApprove(context, client, api, count, flags),
      );
    });
}

/**
 * Adds the commands to the program.
 *
 * @param load - loads what the commands do
 */
export function addBindCommands(
  program: Command,
  context: CommandContext,
  load = loadWork,
): void {
  const bind = withBindFlags(
    program
      .command('bind')
      .summary('bind the app cluster to APIs of a provider')
      .description(
        'Binds the app cluster to APIs of a provider. You sign in and choose the APIs in your browser.',
      )
      .argument('<url>', 'address of the provider'),
  )
    .option('--refresh', 'only renew the credentials')
    .option('--no-browser', 'print the address, and do not open it')
    .option(
      '--qr',
      'also print the address as a QR code; the browser has to reach this machine',
    );
  addTokenFlags(bind);
  bind.action(async (url: string, _flags, command: Command) => {
    const flags = command.opts<BindUrlFlags>();
    const { openBrowser, runBind } = await load();
    await withCluster(context, command, ({ client: appCluster }) =>
      runBind({ context, appCluster, url, flags, openBrowser }),
    );
  });
  addApiService(bind, context, load);
  addUnbind(program, context, load);
  addStatus(program, context, load);
  addApprove(program, context, load);
}
