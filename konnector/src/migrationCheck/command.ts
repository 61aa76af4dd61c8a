/** `klutch-konnector before-leaving`: what to know before the reference's konnector takes over. */
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
  /** These of the command above. */
  kubeconfig?: string;
  leaseNamespace?: string;
  leaseName: string;
}

/**
 * The subcommand.
 * @param print - gets the report.
 * @param remoteOf - what the flags of the command above say of control-plane mode.
 */
export const beforeLeavingCommand = (
  print: (text: string) => void,
  remoteOf: (flags: object) => RemoteLocation,
): Command =>
  new Command('before-leaving')
    .description(
      `Run this before you install the reference's konnector in place of this one. It lists what that one deletes or overwrites although it was to be kept here, with what to do about each, and what this one leaves on bindings. Changes nothing without --apply.`,
    )
    .option(
      '--apply',
      'take our finalizer and conditions off the bindings; refused while a konnector of ours runs',
    )
    .addOption(
      new Option('-o, --output <format>', 'form of the report')
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
            'Not everything could be looked at: see above, put right what is named there, and run this again.',
          );
        }
      } finally {
        await cluster.close();
      }
    });
