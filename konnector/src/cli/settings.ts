/** What the konnector is told by its flags, put into the form in which it is started. Pure. */
import { names } from '@klutch/bind-api';
import { defaultRate } from '../access/connect';
import type { KonnectorOptions } from '../KonnectorOptions';
import {
  remoteSettings,
  type ControlPlaneFlags,
  type RemoteSettings,
} from './controlPlaneFlags';
import type { Shard } from '../leaderElection/shard';

/** How much is logged. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What the flags say. */
export interface Settings extends Required<
  Pick<
    KonnectorOptions,
    'lease' | 'heartbeat' | 'rate' | 'concurrency' | 'resyncMs'
  >
> {
  /** Absent: all bindings. */
  shard?: Shard;
  /** File; absent: the service account of the pod. */
  kubeconfig?: string;
  /** Control-plane mode: `kubeconfig` is for the control plane, and the app cluster's is there. */
  remote?: RemoteSettings;
  /** `host:port` of probes. */
  healthAddress: string;
  /** `host:port` of metrics, when it is not that of the probes. */
  metricsAddress?: string;
  logLevel: LogLevel;
}

/** The flags as they are parsed, each checked by itself. */
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

/** @throws Error in words */
function burstOf({ qps, burst = Math.max(defaultRate.burst, 2 * qps) }: Flags) {
  if (burst >= qps) return burst;
  throw new Error(
    `--burst ${burst} is less than --qps ${qps}. Give at least as much.`,
  );
}

/** What the flags cannot say one by one. @throws Error in words */
export function toSettings(flags: Flags): Settings {
  const { kubeconfig, healthAddress, metricsAddress, v } = flags;
  const remote = remoteSettings(flags);
  if (remote && flags.shard) {
    throw new Error(
      '--shard (KONNECTOR_SHARD) and --control-plane-mode do not go together: all bindings of a control-plane mode konnector name one kubeconfig, so one shard would take them all. Leave --shard out.',
    );
  }
  return {
    kubeconfig,
    remote,
    healthAddress,
    metricsAddress,
    // From 4 on client-go's programs, too, say more than what concerns an operator.
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
