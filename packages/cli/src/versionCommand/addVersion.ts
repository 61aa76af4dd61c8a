/** `version`, as that of kubectl. */
import type { Command } from 'commander';
import { withCluster, type CommandContext } from '../CommandContext';
import type { DataFormat } from '../output/objects';
import { outputOption } from '../output/outputOption';
import { version } from '../version';
import type { ClusterVersions } from './runVersion';

/** Flags of `version`. */
interface VersionFlags {
  client?: boolean;
  output?: DataFormat;
}

/** What the command does. */
export type VersionWork = Pick<
  typeof import('./runVersion'),
  'dataText' | 'readVersions'
>;

/** Loaded when the command runs, so that help and completion start fast. */
const loadWork = (): Promise<VersionWork> => import('./runVersion');

/** All versions that are known. */
export interface Versions extends Partial<ClusterVersions> {
  clientVersion: string;
}

/** The versions, one a line. */
export const versionsText = ({
  clientVersion,
  konnectorVersions,
  serverVersion,
}: Versions): string =>
  [
    `Client Version: ${clientVersion}`,
    ...(konnectorVersions
      ? [`Konnector Version: ${konnectorVersions.join(', ') || '<none>'}`]
      : []),
    ...(serverVersion ? [`Server Version: ${serverVersion}`] : []),
  ]
    .map(line => `${line}\n`)
    .join('');

async function print(
  { stdout }: CommandContext,
  versions: Versions,
  output: DataFormat | undefined,
  load: () => Promise<VersionWork>,
): Promise<void> {
  if (!output) {
    stdout.write(versionsText(versions));
    return;
  }
  const { dataText } = await load();
  stdout.write(dataText(versions, output));
}

/**
 * Adds the command to the program.
 *
 * @param load - loads what the command does
 */
export function addVersion(
  program: Command,
  context: CommandContext,
  load = loadWork,
): void {
  program
    .command('version')
    .summary('print the versions of this program, the konnector and the server')
    .option('--client', "print this program's version only")
    .addOption(outputOption(['json', 'yaml']))
    .action(async (_flags, command: Command) => {
      const { client: clientOnly, output } = command.opts<VersionFlags>();
      const own = { clientVersion: `v${version}` };
      if (clientOnly) {
        await print(context, own, output, load);
        return;
      }
      let found: ClusterVersions;
      try {
        const { readVersions } = await load();
        found = await withCluster(context, command, ({ client }) =>
          readVersions(client),
        );
      } catch (error) {
        // As kubectl: what is known is printed, and the command fails.
        await print(context, own, output, load);
        throw error;
      }
      if (!found.konnectorVersions) {
        context.stderr.write(
          'You may not list Deployments in klutch-bind, so the version of the konnector is unknown.\n',
        );
      }
      await print(context, { ...own, ...found }, output, load);
    });
}
