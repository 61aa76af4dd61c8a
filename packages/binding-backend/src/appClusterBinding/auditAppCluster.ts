/** Audit events for AppClusterBindings: the backend is the actor, because no user is known here. */
import {
  apiName,
  appClusterNamespaceName,
  getCondition,
  type AppClusterBinding,
} from '@klutch/bind-api';
import { backendActor, type Audit } from '../audit/Audit';
import {
  appClusterIdentity,
  idOf,
} from '../identity/appClusterBindingIdentity';
import type { ReconcileAttempt } from './ReconcileAttempt';
import type { Refusal } from './conditions';

const apisOf = ({ spec }: AppClusterBinding): string[] =>
  (spec.apiExports ?? []).map(({ group = '', resource }) =>
    apiName({ group, resource }),
  );

const line = (text: string) => `\n${text}\n`;

/** Whether the observed conditions already report the refusal. */
const isReported = (
  { status }: AppClusterBinding,
  type: string,
  { message }: Refusal,
): boolean => {
  const reported = getCondition(status?.conditions, type);
  return (
    reported?.status === 'False' &&
    line(reported.message ?? '').includes(line(message))
  );
};

/**
 * Audits a refusal when the conditions first report it, not at each reconciliation. All refusals of one reconciliation
 * form one event, so that authors of AppClusterBindings cause no more events than writes. Call this function after the
 * status was written.
 * @param binding - as observed before the status was written
 */
export const auditRefusals = (
  audit: Audit,
  binding: AppClusterBinding,
  { namespace, refusals }: Pick<ReconcileAttempt, 'namespace' | 'refusals'>,
): void => {
  const unreported = refusals.filter(
    ([type, one]) => !isReported(binding, type, one),
  );
  if (unreported.length === 0) return;
  const apis = unreported.flatMap(([, one]) => one.apis ?? apisOf(binding));
  audit({
    action: 'bind',
    outcome: 'refused',
    actor: backendActor,
    ...(namespace !== undefined && { namespace }),
    tenant: appClusterIdentity(idOf(binding)),
    apis: [...new Set(apis)].sort(),
    reason: unreported.map(([, { message }]) => message).join(' '),
  });
};

/** Audits that everything created for an AppClusterBinding has been deleted. */
export const auditRemoval = (
  audit: Audit,
  binding: AppClusterBinding,
): void => {
  const id = idOf(binding);
  const namespace = appClusterNamespaceName(id.namespace, id.name);
  audit({
    action: 'unbind',
    outcome: 'succeeded',
    actor: backendActor,
    ...(namespace.ok && { namespace: namespace.value }),
    tenant: appClusterIdentity(id),
    apis: apisOf(binding),
  });
};
