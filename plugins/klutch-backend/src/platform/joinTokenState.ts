/** How far an invited app cluster has come; pure. */
import {
  conditionTypes,
  getCondition,
  type APIServiceExport,
  type ClusterBinding,
} from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { UsedJoinToken } from '@klutch/binding-backend';
import type { JoinTokenRecord } from '../clusters/appClusterSecret';
import { hasReportedSince } from './konnectorHealth';

/** What is known of it. */
export interface JoinTokenFacts {
  joinToken: JoinTokenRecord;
  /** Its code may still be used. */
  isActive: boolean;
  /** The one that was taken up last, perhaps another one, in an earlier life of the same id. */
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

/** The state of an invitation. Whether the konnector is well now is told elsewhere. */
export function joinTokenState({
  clusterBinding,
  exports,
  joinToken,
  isActive,
  now,
  lastUsed,
}: JoinTokenFacts): Schemas['AppClusterInvitationState'] {
  if (isActive) return 'Waiting';
  if (lastUsed?.id !== joinToken.id) return 'Expired';
  if (!joinToken.further && !hasReportedSince(clusterBinding, now, lastUsed.at)) {
    return 'PickedUp';
  }
  return joinToken.resources.every(resource => isExportConnected(exports, resource))
    ? 'Ready'
    : 'Arrived';
}

/** The state in words, and what to do. */
export function joinTokenText(
  state: Schemas['AppClusterInvitationState'],
  { further, title }: { further: boolean; title: string },
): string {
  const expiredText =
    'The command was not run in time, or could not be carried out. Make another one';
  const texts: Record<typeof state, string> = {
    Waiting: `Run the command where kubectl is an administrator of ${title}.`,
    PickedUp: `The command was run. If the konnector of ${title} does not report within some minutes, look there whether the command ended well, the konnector runs, and the clock is right.`,
    Arrived: `The command was run. The konnector of ${title} is installing the APIs.`,
    Ready: `${title} is connected, and its APIs are in order.`,
    Expired: further ? `${expiredText}.` : `${expiredText}, or cancel the invitation.`,
  };
  return texts[state];
}
