// Makes a candidate of an election from its options.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { silentLogger } from '../Logger';
import { LeaderElector, LeaderElectionOptions } from './LeaderElector';
import { LeaseClient } from './LeaseClient';
import { LeaseElector } from './LeaseElector';
import { leaseTimes } from './leaseTimes';

/**
 * Creates a candidate, which does nothing until it is run.
 * @throws Error when the times contradict each other or are longer than 24 days, or the identity is empty
 */
export function createLeaderElector(
  options: LeaderElectionOptions,
): LeaderElector {
  const { client, metrics } = options;
  const times = leaseTimes(options.times);
  const identity = options.identity ?? `${hostname()}_${randomUUID()}`;
  if (identity === '') {
    throw new Error(
      'The identity of a candidate must not be empty: an empty holder means that the lease is free.',
    );
  }
  const api = new LeaseClient({
    client,
    ...options.lease,
    timeoutMs: times.renewDeadlineMs / 2,
  });
  return new LeaseElector({
    api,
    identity,
    times,
    metrics,
    logger: (options.logger ?? silentLogger).child({
      lease: api.name,
      identity,
    }),
    // eslint-disable-next-line no-restricted-syntax -- ending the process is what this is for
    onStopTimeout: options.onStopTimeout ?? (() => process.exit(1)),
  });
}
