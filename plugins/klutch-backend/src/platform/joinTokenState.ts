/** The state of a join token, and its message. Pure functions. */
import {
  conditionTypes,
  getCondition,
  type APIServiceExport,
  type ClusterBinding,
} from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { UsedJoinToken } from '@klutch/binding-backend';
import type { JoinTokenRecord } from '../clusters/appClusterSecret';
import { hasReportedSince } from '../clusters/konnectorHealth';

/** The observed state that the state of a join token is derived from. */
export interface JoinTokenFacts {
  joinToken: JoinTokenRecord;
  /** The join token has neither been used, nor cancelled, nor expired. */
  isActive: boolean;
  /** The join token that was used last; may belong to an earlier registration with the same id. */
  lastUsed?: UsedJoinToken;
  clusterBinding?: ClusterBinding;
  exports: readonly APIServiceExport[];
  now: Date;
}

const isExportConnected = (
  exports: readonly APIServiceExport[],
  resource: string,
): boolean =>
  exports.some(
    ({ metadata, status }) =>
      metadata.name === resource &&
      getCondition(status?.conditions, conditionTypes.exportConnected)
        ?.status === 'True',
  );

/** The state of a join token; `konnectorHealthText` describes the konnector's current health. */
export function joinTokenState({
  clusterBinding,
  exports,
  joinToken,
  isActive,
  now,
  lastUsed,
}: JoinTokenFacts): Schemas['JoinTokenState'] {
  if (isActive) return 'Waiting';
  if (lastUsed?.id !== joinToken.id) return 'Expired';
  if (
    !joinToken.further &&
    !hasReportedSince(clusterBinding, now, lastUsed.at)
  ) {
    return 'PickedUp';
  }
  return joinToken.resources.every(resource =>
    isExportConnected(exports, resource),
  )
    ? 'Ready'
    : 'Arrived';
}

/** The message of a state, with what to do. */
export function joinTokenText(
  state: Schemas['JoinTokenState'],
  { further, title }: { further: boolean; title: string },
): string {
  const expiredText =
    'The join token expired, or the command failed. Create another join command';
  const texts: Record<typeof state, string> = {
    Waiting: `Run the join command where kubectl is an administrator of ${title}.`,
    PickedUp: `The join command was run. If the konnector of ${title} does not report within some minutes, check on the app cluster whether the command succeeded, the konnector runs, and the clock is right.`,
    Arrived: `The join command was run. The konnector of ${title} is installing the APIs.`,
    Ready: `${title} is connected, and its APIs are ready.`,
    Expired: further
      ? `${expiredText}.`
      : `${expiredText}, or cancel this one.`,
  };
  return texts[state];
}
