/** Converts flags to the konnector's settings. Pure. */
import { names } from '@klutch/bind-api';
import { defaultRate } from '../access/connect';
import type { KonnectorOptions } from '../KonnectorOptions';
import {
  remoteSettings,
  type ControlPlaneFlags,
  type RemoteSettings,
} from './controlPlaneFlags';
import type { Shard } from '../leaderElection/shard';

/** Lowest level that is logged. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Settings from the flags. */
export interface Settings extends Required<
  Pick<
    KonnectorOptions,
    'lease' | 'heartbeat' | 'rate' | 'concurrency' | 'resyncMs'
  >
> {
  /** The shard of bindings to sync; absent for all bindings. */
  shard?: Shard;
  /** Kubeconfig file; absent for the service account of the pod. */
  kubeconfig?: string;
  /** Control-plane mode: `kubeconfig` is for the control plane, which has the app cluster's kubeconfig. */
  remote?: RemoteSettings;
  /** `host:port` of probes. */
  healthAddress: string;
  /** `host:port` of metrics; absent to serve them with the probes. */
  metricsAddress?: string;
  logLevel: LogLevel;
}

/** Parsed flags, each validated by itself. */
export interface Flags extends ControlPlaneFlags {
  kubeconfig?: string;
  healthAddress: string;
  metricsAddress?: string;
  logLevel: LogLevel;
  v?: number;
  leaseNamespace?: string;
  leaseName: string;
  leaseDuration: number;
  leaseRenewDeadline: number;
  leaseRetry: number;
  heartbeatInterval: number;
  qps: number;
  /** Default: 1000, or twice `qps` where that is more. */
  burst?: number;
  concurrency: number;
  resync: number;
  shard?: Shard;
}

/** @throws Error with a message for the user when the burst is less than the rate. */
function burstOf({ qps, burst = Math.max(defaultRate.burst, 2 * qps) }: Flags) {
  if (burst >= qps) return burst;
  throw new Error(
    `--burst ${burst} is less than --qps ${qps}. Give at least ${qps}.`,
  );
}

/** Converts and cross-checks the flags. @throws Error with a message for the user when flags contradict each other. */
export function toSettings(flags: Flags): Settings {
  const { kubeconfig, healthAddress, metricsAddress, v } = flags;
  const remote = remoteSettings(flags);
  if (remote && flags.shard) {
    throw new Error(
      '--shard (KONNECTOR_SHARD) and --control-plane-mode cannot be combined: all bindings of a konnector in control-plane mode name one kubeconfig, so one shard would own all of them. Remove --shard.',
    );
  }
  return {
    kubeconfig,
    remote,
    healthAddress,
    metricsAddress,
    // client-go's programs also log debug details from level 4 on.
    logLevel: v !== undefined && v >= 4 ? 'debug' : flags.logLevel,
    lease: {
      namespace:
        flags.leaseNamespace ??
        remote?.clusterNamespace ??
        names.appClusterNamespace,
      name: flags.leaseName,
      times: {
        durationMs: flags.leaseDuration,
        renewDeadlineMs: flags.leaseRenewDeadline,
        retryMs: flags.leaseRetry,
      },
    },
    heartbeat: {
      tickMs: flags.heartbeatInterval / 2,
      intervalMs: flags.heartbeatInterval,
    },
    rate: { qps: flags.qps, burst: burstOf(flags) },
    concurrency: flags.concurrency,
    resyncMs: flags.resync,
    shard: flags.shard,
  };
}
