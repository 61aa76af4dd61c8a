/** What an operator has to know of a bound API beyond its conditions. Pure functions. */
import {
  annotations,
  getCondition,
  type APIServiceBinding,
  type APIServiceExport,
} from '@klutch/bind-api';
import { claimToYaml } from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { permissionClaimView } from '../templates/permissionClaims';
import { konnectorNames } from './konnectorNames';
import { isSuspended, pausedDeletions } from './konnectorState';

type AppClusterApi = Schemas['AppClusterApi'];

/**
 * Permission claims of the export that the binding neither accepts nor rejects, such as claims that were changed after
 * the API was bound.
 */
function unansweredClaims(
  { metadata, spec }: APIServiceBinding,
  apiExport: APIServiceExport | undefined,
): Schemas['ShownPermissionClaim'][] {
  if (metadata.annotations?.[annotations.acceptClaims] === 'all') return [];
  const answered = new Set(
    (spec?.permissionClaims ?? []).map(({ state: _state, ...claim }) =>
      claimToYaml(claim),
    ),
  );
  return (apiExport?.spec.permissionClaims ?? [])
    .filter(claim => !answered.has(claimToYaml(claim)))
    .map(permissionClaimView);
}

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
    unansweredClaims: unansweredClaims(binding, apiExport),
    findings: findingsOf(binding),
  };
}
