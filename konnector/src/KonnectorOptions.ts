/** How a konnector is started, and what can be done with one that runs. */
import type { Logger } from '@klutch/kube';
import type { Connect, KubeConfig } from './access/connect';
import type { DeletionLimits } from './deletion/breaker/planBreaker';
import type { KonnectorMetrics } from './metrics/KonnectorMetrics';
import type { KonnectorLease } from './leaderElection/konnectorLeaderElection';
import type { Shard } from './leaderElection/shard';
import type { RemoteAppCluster } from './topology/Topology';

/** How to start a konnector. */
export interface KonnectorOptions {
  /**
   * Access to the app cluster; rights: see `konnectorRoles`. Or, for control-plane mode, to the control plane and where
   * on it the app cluster's kubeconfig is; the Lease is there, too.
   */
  appCluster: KubeConfig | RemoteAppCluster;
  /** Ends the konnector; running writes are finished. */
  signal: AbortSignal;
  /** Default: info and worse as JSON lines on standard output. */
  logger?: Logger;
  /**
   * Shared by all processes that run for this app cluster: one works, the others follow both clusters and take over.
   * Default: none, and the caller sees to it that no second one runs.
   */
  lease?: KonnectorLease;
  /**
   * How often to beat (`tickMs`, default 150 000), and within what time the control plane may expect a beat
   * (`intervalMs`, default 300 000); milliseconds.
   */
  heartbeat?: { tickMs: number; intervalMs: number };
  /**
   * How many copies a binding may delete within a window without a person's approval. Default: 5, or 10 % of its copies
   * if that is more, within 10 minutes.
   */
  deletionLimits?: DeletionLimits;
  /**
   * Makes the clients of the app cluster and of the control planes. Default: `createClient` of `@klutch/kube` with a
   * limiter of its own for each cluster. Tests put faults in here.
   */
  connect?: Connect;
  /** How fast each cluster may be asked. Default: 500 requests a second (`qps`) and 1000 after a rest (`burst`). */
  rate?: { qps: number; burst: number };
  /**
   * How many objects of bound APIs are worked on at once, from 1 to 10 000; default 32. A quarter as many claimed ones are,
   * at least 1.
   */
  concurrency?: number;
  /**
   * Which share of the bindings this process takes, when several work at the same time; its Lease is
   * `<name>-<index>-of-<of>` then. Default: all.
   */
  shard?: Shard;
  /** Every object is looked at again after so many milliseconds, 24 days at most; default 10 hours. */
  resyncMs?: number;
  /** Gets what the konnector measures, see `createKonnectorMetrics`. Default: nobody. */
  metrics?: KonnectorMetrics;
}

/** What a health check should know. */
export interface KonnectorHealth {
  /** Every binding is followed, or says in its conditions why not; also of a process that stands by. */
  ready: boolean;
  /** What it waits for, in words; undefined when ready. */
  waitingFor?: string;
  /** Only a restart can help: what is stuck, in words. */
  stuck?: string;
}

/** A running konnector. */
export interface Konnector {
  health(): KonnectorHealth;
  /**
   * Goes on with another kubeconfig for the cluster that it was started with; nothing is lost. One that leads to another
   * app cluster ends the konnector: {@link Konnector.stopped} rejects.
   * @throws Error in words when it cannot be used; the one before stays in use.
   */
  reconnect(kubeConfig: KubeConfig): Promise<void>;
  /** Resolves after the signal, when nothing is written any more. Rejects when it gave up: then start it anew. */
  readonly stopped: Promise<void>;
}
