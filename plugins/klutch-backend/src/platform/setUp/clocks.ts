/** Compares the clocks of clusters and issuers with the clock of this machine. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { metadataUrlOf } from '@klutch/binding-backend';
import {
  clockDriftMs,
  maximumClockDriftMs,
  readHttpClock,
  readServerClock,
  rejectOnAbort,
  type ClockReading,
  type KubeClient,
} from '@klutch/kube';
import { failureText } from '../failureText';
import { answerLimit } from './answerLimit';
import { finding, type Check, type Finding } from './finding';

/** Whose clocks are compared. */
export interface ClockOptions {
  controlPlane: KubeClient;
  /** App clusters that answer. */
  appClusters: readonly { title: string; client: KubeClient }[];
  /** Issuers of identity providers. */
  issuers: readonly string[];
}

/** Whether a clock agrees with that of this machine. Pure. */
export function clockFinding(
  subject: string,
  reading: ClockReading | undefined,
): Finding {
  if (!reading) {
    return finding('unknown', explain('SetUpClockUnknown', { subject }));
  }
  const driftMs = clockDriftMs(reading);
  const seconds = Math.round(Math.abs(driftMs) / 1000);
  if (seconds === 0) {
    return finding('ok', explain('SetUpClockAgrees', { subject }));
  }
  const state = Math.abs(driftMs) > maximumClockDriftMs ? 'failed' : 'warning';
  const params = { subject, seconds: `${seconds}` };
  return driftMs > 0
    ? finding(state, explain('SetUpClockAhead', params))
    : finding(state, explain('SetUpClockBehind', params));
}

async function compare(
  subject: string,
  signal: AbortSignal,
  read: (limit: AbortSignal) => Promise<ClockReading | undefined>,
): Promise<Finding> {
  const limit = answerLimit(signal);
  try {
    return clockFinding(subject, await rejectOnAbort(read(limit), limit));
  } catch (error) {
    const params = { subject, error: failureText(error) };
    return finding('unknown', explain('SetUpClockUnreadable', params));
  }
}

/** One finding for all app clusters that agree, because there may be hundreds. */
function summarize(findings: readonly Finding[]): Finding[] {
  const others = findings.filter(({ state }) => state !== 'ok');
  const count = findings.length - others.length;
  return count === 0
    ? others
    : [
        finding('ok', explain('SetUpClocksAgree', { count: `${count}` })),
        ...others,
      ];
}

/** The check of all clocks. */
export const clockCheck = (options: ClockOptions): Check => ({
  name: 'clocks',
  docs: 'operations.md#set-up-checklist',
  run: async signal => {
    const { appClusters, controlPlane, issuers } = options;
    const [servers, clusters] = await Promise.all([
      Promise.all([
        compare(controlPlane.server, signal, limit =>
          readServerClock(controlPlane, limit),
        ),
        ...issuers.map(issuer =>
          compare(issuer, signal, limit =>
            readHttpClock(metadataUrlOf(issuer), limit),
          ),
        ),
      ]),
      Promise.all(
        appClusters.map(({ client, title }) =>
          compare(title, signal, limit => readServerClock(client, limit)),
        ),
      ),
    ]);
    return [...servers, ...summarize(clusters)];
  },
});
