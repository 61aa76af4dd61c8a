/** What an operator has to know of a bound API beyond its conditions. Pure functions. */
import {
  annotations,
  getCondition,
  type APIServiceBinding,
  type APIServiceExport,
  type PermissionClaim,
} from '@klutch/bind-api';
import { claimToYaml } from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import equal from 'fast-deep-equal';
import { permissionClaimView } from '../templates/permissionClaims';
import { konnectorNames } from '../../clusters/konnectorNames';
import { isSuspended, pausedDeletions } from './konnectorState';

type AppClusterApi = Schemas['AppClusterApi'];

const acceptsAll = ({ metadata }: APIServiceBinding): boolean =>
  metadata.annotations?.[annotations.acceptClaims] === 'all';

/**
 * Permission claims of the export that the binding neither accepts nor rejects, such as claims that were changed after
 * the API was bound.
 */
export function unansweredClaims(
  binding: APIServiceBinding,
  apiExport: APIServiceExport | undefined,
): PermissionClaim[] {
  if (acceptsAll(binding)) return [];
  const answered = (binding.spec?.permissionClaims ?? []).map(
    ({ state: _state, ...claim }) => claim,
  );
  return (apiExport?.spec.permissionClaims ?? []).filter(
    claim => !answered.some(other => equal(claim, other)),
  );
}

/** `whole` of each permission claim that the binding rejects. */
const rejectedClaims = (binding: APIServiceBinding): string[] =>
  acceptsAll(binding)
    ? []
    : (binding.spec?.permissionClaims ?? []).flatMap(({ state, ...claim }) =>
        state === 'Rejected' ? [claimToYaml(claim)] : [],
      );

function findingsOf({ status }: APIServiceBinding): AppClusterApi['findings'] {
  return konnectorNames.findings.flatMap(type => {
    const condition = getCondition(status?.conditions, type);
    if (condition?.status !== 'True') return [];
    const { lastTransitionTime, message = '' } = condition;
    return [
      {
        type,
        message,
        ...(lastTransitionTime && { since: lastTransitionTime }),
      },
    ];
  });
}

/**
 * @param binding - missing where the portal has no kubeconfig of the app cluster
 * @param title - of the service
 */
export function appClusterApi(
  name: string,
  title: string,
  binding: APIServiceBinding | undefined,
  apiExport: APIServiceExport | undefined,
): AppClusterApi {
  if (!binding) {
    return {
      name,
      title,
      suspended: false,
      rejectedClaims: [],
      unansweredClaims: [],
      findings: [],
    };
  }
  const paused = pausedDeletions(binding);
  return {
    name,
    title,
    suspended: isSuspended(binding),
    ...(paused && { pausedDeletions: paused }),
    rejectedClaims: rejectedClaims(binding),
    unansweredClaims: unansweredClaims(binding, apiExport).map(
      permissionClaimView,
    ),
    findings: findingsOf(binding),
  };
}
