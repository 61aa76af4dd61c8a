/** How far an invited app cluster has come; pure. */
import {
  conditionTypes,
  getCondition,
  type APIServiceExport,
  type ClusterBinding,
} from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { TakenInvitation } from '@klutch/binding-backend';
import type { InvitationRecord } from '../clusters/appClusterSecret';
import { hasReportedSince } from './konnectorHealth';

/** What is known of it. */
export interface InvitationFacts {
  invitation: InvitationRecord;
  /** Its code may still be used. */
  isOpen: boolean;
  /** The one that was taken up last, perhaps another one, in an earlier life of the same id. */
  taken?: TakenInvitation;
  clusterBinding?: ClusterBinding;
  exports: readonly APIServiceExport[];
  now: Date;
}

const isInOrder = (
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
export function invitationState({
  clusterBinding,
  exports,
  invitation,
  isOpen,
  now,
  taken,
}: InvitationFacts): Schemas['AppClusterInvitationState'] {
  if (isOpen) return 'Waiting';
  if (taken?.id !== invitation.id) return 'Expired';
  if (!invitation.further && !hasReportedSince(clusterBinding, now, taken.at)) {
    return 'PickedUp';
  }
  return invitation.resources.every(resource => isInOrder(exports, resource))
    ? 'Ready'
    : 'Arrived';
}

/** The state in words, and what to do. */
export function invitationText(
  state: Schemas['AppClusterInvitationState'],
  { further, title }: { further: boolean; title: string },
): string {
  const late =
    'The command was not run in time, or could not be carried out. Make another one';
  const texts: Record<typeof state, string> = {
    Waiting: `Run the command where kubectl is an administrator of ${title}.`,
    PickedUp: `The command was run. If the konnector of ${title} does not report within some minutes, look there whether the command ended well, the konnector runs, and the clock is right.`,
    Arrived: `The command was run. The konnector of ${title} is installing the APIs.`,
    Ready: `${title} is connected, and its APIs are in order.`,
    Expired: further ? `${late}.` : `${late}, or cancel the invitation.`,
  };
  return texts[state];
}
