/** Versions and clocks of servers. Pure. */
import {
  clockDriftMs,
  maximumClockDriftMs,
  type ClockReading,
} from '@klutch/kube';
import { failed, ok, warning, type Finding } from '../Finding';

/** What an API server says about itself. */
export interface ServerFacts {
  address: string;
  /** Such as `v1.34.1`. */
  gitVersion: string;
}

/** Admission policies of the konnector and the backend need this version. */
const firstSupportedMinor = 30;

/** That the server answered. */
export const reachable = (subject: string, { address }: ServerFacts): Finding =>
  ok('Reachability', `${subject} answers at ${address}`);

/** Whether the version of Kubernetes is supported. */
export function kubernetesVersion(
  subject: string,
  { gitVersion }: ServerFacts,
): Finding {
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
  const message = `${subject} runs Kubernetes ${gitVersion}`;
  if (major === '1' && Number(minor) >= firstSupportedMinor) {
    return ok('Versions', message);
  }
  return warning(
    'Versions',
    `${message}; admission policies need 1.${firstSupportedMinor} or later`,
    'Upgrade Kubernetes, or install without the policies.',
  );
}

/** Whether the clocks agree. */
export function clock(subject: string, facts: ClockReading): Finding {
  const driftMs = clockDriftMs(facts);
  const seconds = Math.round(Math.abs(driftMs) / 1000);
  if (seconds === 0) {
    return ok('Clock', `${subject} has the time of this machine`);
  }
  const message = `${subject} is ${seconds} s ${driftMs > 0 ? 'ahead of' : 'behind'} this machine`;
  return Math.abs(driftMs) > maximumClockDriftMs
    ? failed(
        'Clock',
        message,
        'Set the clocks with NTP: tokens and heartbeats are not accepted.',
      )
    : warning('Clock', message, 'Set the clocks with NTP.');
}
