/** The konnector's flags and environment variables, checked before anything starts. */
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

/** The command; `act` gets what the flags say. */
export const konnectorCommand = (
  run: (settings: Settings) => Promise<void>,
): Command => {
  const command = new Command('klutch-konnector')
    .description(
      `Keeps this app cluster in step with the control planes it is bound to: CRDs, specs up, status and claimed objects down.
Run two replicas: one works, the other follows both clusters and takes over. See docs/konnector.md.`,
    )
    .version(konnectorVersion)
    .allowExcessArguments(false)
    .addOption(
      option(
        '--kubeconfig <file>',
        'kubeconfig of the app cluster; followed when it changes (default: the service account of the pod)',
        'KUBECONFIG',
      ),
    )
    .addOption(
      option(
        '--health-address <host:port>',
        'where to serve /healthz and /readyz',
        'KONNECTOR_HEALTH_ADDRESS',
      )
        .default(':8080')
        .argParser(address),
    )
    .addOption(
      option(
        '--metrics-address <host:port>',
        'where to serve /metrics (default: with the probes)',
        'KONNECTOR_METRICS_ADDRESS',
      ).argParser(address),
    )
    .addOption(
      option('--log-level <level>', 'what to log', 'KONNECTOR_LOG_LEVEL')
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
      option('--lease-name <name>', 'its name', 'KONNECTOR_LEASE_NAME')
        .default(names.konnectorLease)
        .argParser(objectName),
    )
    .addOption(
      option(
        '--heartbeat-interval <duration>',
        'within what time the control plane may expect a heartbeat; it is sent twice as often',
        'KONNECTOR_HEARTBEAT_INTERVAL',
      )
        .default(times.heartbeatIntervalMs, '5m')
        .argParser(duration(10_000, 3_600_000)),
    )
    .addOption(
      option(
        '--qps <number>',
        'requests a second that one cluster may get; slows down by itself when a cluster asks for it',
        'KONNECTOR_QPS',
      )
        .default(defaultRate.qps)
        .argParser(wholeNumber(1, 100_000)),
    )
    .addOption(
      option(
        '--burst <number>',
        `requests that one cluster may get at once after a rest (default: ${defaultRate.burst}, or twice --qps where that is more)`,
        'KONNECTOR_BURST',
      ).argParser(wholeNumber(1, 100_000)),
    )
    .addOption(
      option(
        '--concurrency <number>',
        'objects of bound APIs worked on at once, and a quarter as many claimed ones',
        'KONNECTOR_CONCURRENCY',
      )
        .default(defaultConcurrency)
        .argParser(wholeNumber(1, 1_000)),
    )
    .addOption(
      option(
        '--resync <duration>',
        'within what time every object is looked at again, though nothing changed',
        'KONNECTOR_RESYNC',
      )
        .default(defaultResyncMs, '10h')
        .argParser(duration(60_000, 20 * 24 * 3_600_000)),
    )
    .addOption(
      option(
        '--shard <i/n>',
        'take only the bindings of every n-th cluster namespace, for very large app clusters: one Deployment each for 0/n to n-1/n (default: all bindings)',
        'KONNECTOR_SHARD',
      ).argParser(shard),
    )
    .addOption(
      // Deployments of the reference pass it.
      new Option('-v, --v <number>').argParser(wholeNumber(0, 10)).hideHelp(),
    )
    .addOption(hidden('--lease-duration <duration>', 15_000))
    .addOption(hidden('--lease-renew-deadline <duration>', 10_000))
    .addOption(hidden('--lease-retry <duration>', 2_000))
    .action((flags: Flags) => run(toSettings(flags)));
  controlPlaneOptions().forEach(each => command.addOption(each));
  return command;
};
