import { getCondition, type APIServiceBinding } from '@klutch/bind-api';
import { konnectorNames } from './konnectorNames';

/** The condition of a binding whose deletions wait for approval; undefined while they do not. */
export function deletionsPaused({ status }: APIServiceBinding) {
  const syncing = getCondition(status?.conditions, konnectorNames.syncing);
  return syncing?.reason === konnectorNames.deletionsPaused
    ? syncing
    : undefined;
}
