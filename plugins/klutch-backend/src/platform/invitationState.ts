/** How far an invited app cluster has come; pure. */
import {
  conditionTypes,
  getCondition,
  type APIServiceExport,
  type ClusterBinding,
} from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { InvitationRecord } from '../clusters/appClusterSecret';
import { reports } from './konnectorHealth';

/** What is known of it. */
export interface InvitationFacts {
  invitation: InvitationRecord;
  /** Its code may still be used. */
  isOpen: boolean;
  clusterBinding?: ClusterBinding;
  exports: readonly APIServiceExport[];
}

/** The state of an invitation. */
export function invitationState(
  { clusterBinding, exports, invitation, isOpen }: InvitationFacts,
  now: Date,
): Schemas['AppClusterInvitationState'] {
  if (isOpen) return 'Waiting';
  if (!clusterBinding) {
    // A code that is open no more before its time was used, and the control plane is at work.
    return now < new Date(invitation.until) ? 'PickedUp' : 'Expired';
  }
  if (!reports(clusterBinding, now)) return 'PickedUp';
  const isInOrder = (resource: string) =>
    exports.some(
      ({ metadata, status }) =>
        metadata.name === resource &&
        getCondition(status?.conditions, conditionTypes.exportConnected)
          ?.status === 'True',
    );
  return invitation.resources.every(isInOrder) ? 'Ready' : 'Arrived';
}

/** The state in words, and what to do. */
export function invitationText(
  state: Schemas['AppClusterInvitationState'],
  title: string,
): string {
  const texts: Record<typeof state, string> = {
    Waiting: `Run the command where kubectl is an administrator of ${title}.`,
    PickedUp: `The command was run. If the konnector of ${title} does not report within some minutes, look there whether the command ended well and the konnector runs.`,
    Arrived: `The konnector of ${title} reports. It is installing the APIs.`,
    Ready: `${title} is connected, and its APIs are in order.`,
    Expired: `The command was not run in time, or could not be carried out. Cancel the invitation and make another one.`,
  };
  return texts[state];
}
