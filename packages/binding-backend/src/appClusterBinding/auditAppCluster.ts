/** What is written down of an AppClusterBinding: by the backend, which knows no person here. */
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

/** Whether the conditions as they were read say it already. */
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
 * What is refused is told when the conditions begin to say it, not at each look; all of one look as one event, so that
 * whoever writes AppClusterBindings makes no more events than writes. Call it after the status was written.
 * @param binding - as it was before that
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

/** All that was made for it is gone. */
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
