/** The konnector's flags and environment variables, validated before anything starts. */
import { names, times } from '@klutch/bind-api';
import { Command, Option } from 'commander';
import { defaultRate } from '../access/connect';
import { defaultConcurrency, defaultResyncMs } from '../engine';
import { konnectorVersion } from '../version';
import { controlPlaneOptions } from './controlPlaneFlags';
import {
  address,
  duration,
  objectName,
  option,
  shard,
  wholeNumber,
} from './flagValues';
import { toSettings, type Flags, type Settings } from './settings';

const hidden = (flags: string, fallback: number): Option =>
  new Option(flags)
    .argParser(duration(100, 3_600_000))
    .default(fallback)
    .hideHelp();

/** Creates the command. @param run - called with the settings from the flags. */
export const konnectorCommand = (
  run: (settings: Settings) => Promise<void>,
): Command => {
  const command = new Command('klutch-konnector')
    .description(
      `Syncs this app cluster with the control planes to which it is bound: CRDs and status to the app cluster, specs to the control plane, claimed objects both ways.
Run two replicas: the leader syncs, the standby replica watches both clusters and becomes the leader when the lease ends. See docs/konnector.md.`,
    )
    .version(konnectorVersion)
    .allowExcessArguments(false)
    .addOption(
      option(
        '--kubeconfig <file>',
        'kubeconfig of the app cluster; changes are picked up (default: the service account of the pod)',
        'KUBECONFIG',
      ),
    )
    .addOption(
      option(
        '--health-address <host:port>',
        'address for /healthz and /readyz',
        'KONNECTOR_HEALTH_ADDRESS',
      )
        .default(':8080')
        .argParser(address),
    )
    .addOption(
      option(
        '--metrics-address <host:port>',
        'address for /metrics (default: the address of the probes)',
        'KONNECTOR_METRICS_ADDRESS',
      ).argParser(address),
    )
    .addOption(
      option(
        '--log-level <level>',
        'lowest level to log',
        'KONNECTOR_LOG_LEVEL',
      )
        .choices(['debug', 'info', 'warn', 'error'])
        .default('info'),
    )
    .addOption(
      option(
        '--lease-namespace <name>',
        `namespace of the Lease that the replicas share (default: ${names.appClusterNamespace}; in control-plane mode the binding root namespace)`,
        'POD_NAMESPACE',
      ).argParser(objectName),
    )
    .addOption(
      option('--lease-name <name>', 'name of the Lease', 'KONNECTOR_LEASE_NAME')
        .default(names.konnectorLease)
        .argParser(objectName),
    )
    .addOption(
      option(
        '--heartbeat-interval <duration>',
        'interval in which the control plane may expect a heartbeat; sent twice as often',
        'KONNECTOR_HEARTBEAT_INTERVAL',
      )
        .default(times.heartbeatIntervalMs, '5m')
        .argParser(duration(10_000, 3_600_000)),
    )
    .addOption(
      option(
        '--qps <number>',
        'requests per second to one cluster; reduced automatically when a cluster throttles',
        'KONNECTOR_QPS',
      )
        .default(defaultRate.qps)
        .argParser(wholeNumber(1, 100_000)),
    )
    .addOption(
      option(
        '--burst <number>',
        `burst of requests to one cluster (default: ${defaultRate.burst}, or twice --qps if greater)`,
        'KONNECTOR_BURST',
      ).argParser(wholeNumber(1, 100_000)),
    )
    .addOption(
      option(
        '--concurrency <number>',
        'objects of bound APIs reconciled concurrently; claimed objects: a quarter of that',
        'KONNECTOR_CONCURRENCY',
      )
        .default(defaultConcurrency)
        .argParser(wholeNumber(1, 1_000)),
    )
    .addOption(
      option(
        '--resync <duration>',
        'interval in which every object is reconciled again without a change',
        'KONNECTOR_RESYNC',
      )
        .default(defaultResyncMs, '10h')
        .argParser(duration(60_000, 20 * 24 * 3_600_000)),
    )
    .addOption(
      option(
        '--shard <i/n>',
        'sync only the bindings of every n-th cluster namespace, for very large app clusters: one Deployment each for 0/n to n-1/n (default: all bindings)',
        'KONNECTOR_SHARD',
      ).argParser(shard),
    )
    .addOption(
      // Deployments of the reference pass this flag.
      new Option('-v, --v <number>').argParser(wholeNumber(0, 10)).hideHelp(),
    )
    .addOption(hidden('--lease-duration <duration>', 15_000))
    .addOption(hidden('--lease-renew-deadline <duration>', 10_000))
    .addOption(hidden('--lease-retry <duration>', 2_000))
    .action((flags: Flags) => run(toSettings(flags)));
  controlPlaneOptions().forEach(each => command.addOption(each));
  return command;
};
