// The environment of the konnector's scenarios.
import type { BareApi } from '../harness/bareApi';
import type { Agent } from './Agent';

export interface KonnectorEnvironment {
  /** Value of `--objects`. */
  objects: number;
  /** Access to both clusters as their admin. */
  app: BareApi;
  control: BareApi;
  /** Of the admin of both clusters. */
  kubeconfigs: { app: string; control: string };
  /** Name of the service namespace of an app cluster's namespace. */
  serviceNamespace(namespace: string): string;
  /** The running konnector. */
  agent(): Agent;
  /** Stops the konnector gracefully and starts another one, which may not be ready yet. */
  restart(...moreFlags: string[]): Promise<Agent>;
  /** Number of synced objects; a scenario that creates objects adds their number. */
  synced: number;
  /** Factor for time limits: how much slower this machine is than the reference machine. */
  slowness: number;
}
