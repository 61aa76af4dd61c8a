// What the konnector's scenarios measure.
import type { BareApi } from '../harness/bareApi';
import type { Agent } from './Agent';

export interface KonnectorEnvironment {
  /** Of `--objects`. */
  objects: number;
  /** Admins of both clusters. */
  app: BareApi;
  control: BareApi;
  /** Where the copies of a namespace's objects are. */
  serviceNamespace(namespace: string): string;
  /** The konnector that runs. */
  agent(): Agent;
  /** Ends it in order and starts another one; nobody has waited for that one yet. */
  restart(...moreFlags: string[]): Promise<Agent>;
  /** Objects that the konnector keeps in step; who makes some adds them. */
  synced: number;
  /** For limits of time: how many times slower this machine is than theirs. */
  slowness: number;
}
