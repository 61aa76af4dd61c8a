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

/** Of the process. */
const processOptions = (): Option[] => [
  option(
    '--kubeconfig <file>',
    'kubeconfig of the app cluster; changes are picked up (default: the service account of the pod)',
    'KUBECONFIG',
  ),
  option(
    '--health-address <host:port>',
    'address for /healthz and /readyz',
    'KONNECTOR_HEALTH_ADDRESS',
  )
    .default(':8080')
    .argParser(address),
  option(
    '--metrics-address <host:port>',
    'address for /metrics (default: the address of the probes)',
    'KONNECTOR_METRICS_ADDRESS',
  ).argParser(address),
  option('--log-level <level>', 'lowest level to log', 'KONNECTOR_LOG_LEVEL')
    .choices(['debug', 'info', 'warn', 'error'])
    .default('info'),
];

/** Of the Lease that the replicas share. */
const leaseOptions = (): Option[] => [
  option(
    '--lease-namespace <name>',
    `namespace of the Lease that the replicas share (default: ${names.appClusterNamespace}; in control-plane mode the binding root namespace)`,
    'POD_NAMESPACE',
  ).argParser(objectName),
  option('--lease-name <name>', 'name of the Lease', 'KONNECTOR_LEASE_NAME')
    .default(names.konnectorLease)
    .argParser(objectName),
];

/** How much the konnector does at once, how often, and for which bindings. */
const workOptions = (): Option[] => [
  option(
    '--heartbeat-interval <duration>',
    'interval in which the control plane may expect a heartbeat; sent twice as often',
    'KONNECTOR_HEARTBEAT_INTERVAL',
  )
    .default(times.heartbeatIntervalMs, '5m')
    .argParser(duration(10_000, 3_600_000)),
  option(
    '--qps <number>',
    'requests per second to one cluster; reduced automatically when a cluster throttles',
    'KONNECTOR_QPS',
  )
    .default(defaultRate.qps)
    .argParser(wholeNumber(1, 100_000)),
  option(
    '--burst <number>',
    `burst of requests to one cluster (default: ${defaultRate.burst}, or twice --qps if greater)`,
    'KONNECTOR_BURST',
  ).argParser(wholeNumber(1, 100_000)),
  option(
    '--concurrency <number>',
    'objects of bound APIs reconciled concurrently; claimed objects: a quarter of that',
    'KONNECTOR_CONCURRENCY',
  )
    .default(defaultConcurrency)
    .argParser(wholeNumber(1, 1_000)),
  option(
    '--resync <duration>',
    'interval in which every object is reconciled again without a change',
    'KONNECTOR_RESYNC',
  )
    .default(defaultResyncMs, '10h')
    .argParser(duration(60_000, 20 * 24 * 3_600_000)),
  option(
    '--shard <i/n>',
    'sync only the bindings of every n-th cluster namespace, for very large app clusters: one Deployment each for 0/n to n-1/n (default: all bindings)',
    'KONNECTOR_SHARD',
  ).argParser(shard),
];

/** For deployments of the reference, and for tests. */
const hiddenOptions = (): Option[] => [
  // Deployments of the reference pass this flag.
  new Option('-v, --v <number>').argParser(wholeNumber(0, 10)).hideHelp(),
  hidden('--lease-duration <duration>', 15_000),
  hidden('--lease-renew-deadline <duration>', 10_000),
  hidden('--lease-retry <duration>', 2_000),
];

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
    .action((flags: Flags) => run(toSettings(flags)));
  [
    ...processOptions(),
    ...leaseOptions(),
    ...workOptions(),
    ...hiddenOptions(),
    ...controlPlaneOptions(),
  ].forEach(each => command.addOption(each));
  return command;
};
