/** Reads the conditions and the managed resource's state from a claim's status. Pure functions. */
import type { KubeCondition, ManagedStatus } from '../claimApis/claimResource';

export const findCondition = (
  conditions: KubeCondition[] | null | undefined,
  type: string,
): KubeCondition | undefined =>
  conditions?.find(condition => condition.type === type);

/** The state reported by the provider; backups use another field. */
export const managedState = (managed: ManagedStatus | undefined) =>
  (managed?.state ?? managed?.status)?.toLocaleLowerCase('en-US');

export const isInProgress = (state: string | undefined) =>
  state === 'deploying' || state === 'updating';
