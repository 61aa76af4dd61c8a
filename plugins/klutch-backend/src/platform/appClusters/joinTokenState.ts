/** The state of a join token, and its message. Pure functions. */
import {
  conditionTypes,
  getCondition,
  type APIServiceExport,
  type ClusterBinding,
} from '@klutch/bind-api';
import {
  explain,
  type Explanation,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { UsedJoinToken } from '@klutch/binding-backend';
import type { JoinTokenRecord } from '../../clusters/appClusterSecret';
import { hasReportedSince } from '../../clusters/konnectorHealth';

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

/** The state of a join token; `konnectorHealth` describes the konnector's current health. */
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

/** What a state means, with what to do. */
export function explainJoinTokenState(
  state: Schemas['JoinTokenState'],
  { further, title: cluster }: { further: boolean; title: string },
): Explanation {
  if (state !== 'Expired') return explain(`JoinToken${state}`, { cluster });
  return explain(further ? 'FurtherJoinTokenExpired' : 'JoinTokenExpired');
}
