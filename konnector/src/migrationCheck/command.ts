/** `klutch-konnector before-leaving`: a report to read before the reference's konnector replaces this one. */
import { names } from '@klutch/bind-api';
import { loadKubeConfigOrInCluster } from '@klutch/kube';
import { Command, Option } from 'commander';
import {
  openBoundCluster,
  type RemoteLocation,
} from '../bindings/readBindings';
import { readMigrationReport, removeLeftovers } from './migrationReport';
import { formatRemoval, formatReport } from './formatReport';

interface Flags {
  apply?: boolean;
  output: 'text' | 'json';
  /** Flags of the parent command. */
  kubeconfig?: string;
  leaseNamespace?: string;
  leaseName: string;
}

/**
 * Creates the subcommand.
 * @param print - receives the report.
 * @param remoteOf - the settings of control-plane mode from the flags of the parent command.
 */
export const beforeLeavingCommand = (
  print: (text: string) => void,
  remoteOf: (flags: object) => RemoteLocation,
): Command =>
  new Command('before-leaving')
    .description(
      `Run this before you install the reference's konnector in place of this one. It lists data that this konnector keeps and the reference's konnector deletes or overwrites, with what to do about each, and what this konnector leaves on bindings. Changes nothing without --apply.`,
    )
    .option(
      '--apply',
      'remove our finalizer and conditions from the bindings; refused while a konnector of ours runs',
    )
    .addOption(
      new Option('-o, --output <format>', 'format of the report')
        .choices(['text', 'json'])
        .default('text'),
    )
    .allowExcessArguments(false)
    .action(async (_flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const remote = remoteOf(flags);
      const lease = {
        namespace:
          flags.leaseNamespace ??
          remote?.clusterNamespace ??
          names.appClusterNamespace,
        name: flags.leaseName,
      };
      const printReport = (report: object, lines: readonly string[]) =>
        print(
          flags.output === 'json'
            ? `${JSON.stringify(report, undefined, 2)}\n`
            : `${lines.join('\n')}\n`,
        );
      const cluster = await openBoundCluster(
        loadKubeConfigOrInCluster(flags.kubeconfig),
        remote,
      );
      try {
        if (flags.apply) {
          const removed = await removeLeftovers(cluster, lease);
          printReport(removed, formatRemoval(removed));
          return;
        }
        const report = await readMigrationReport(cluster, lease);
        printReport(report, formatReport(report));
        if (report.problems.length > 0) {
          throw new Error(
            'Not everything could be checked. Fix the problems listed above, and run this command again.',
          );
        }
      } finally {
        await cluster.close();
      }
    });
