/** Whether the app cluster of a cluster namespace may have an API exported; pure. */
import type { APIServiceExportTemplate } from '@klutch/bind-api';
import type { Secret } from '@klutch/kube';
import { parseAppClusterIdentity } from '../identity/appClusterBindingIdentity';
import { isOfferedTo } from './offeredTo';
import { templateApi } from '../apiResource';
import { isGranted } from './grants';
import { isRestricted, policyOf, type Audience } from './mayBind';

/** Who asks. */
export interface Requester {
  /** What the cluster namespace carries. */
  identity: string;
  /** Its kubeconfig secret. */
  secret?: Pick<Secret, 'metadata'>;
}

/**
 * An AppClusterBinding's namespace is asked by its home, as when it binds. Everybody else needs, for an API that is for
 * some people only, the consent of one of them.
 */
export const mayRequest = (
  template: APIServiceExportTemplate,
  { identity, secret }: Requester,
  audience: Audience,
  now: Date,
): boolean => {
  const owner = parseAppClusterIdentity(identity);
  if (owner) return isOfferedTo(template, owner.namespace, audience);
  return (
    !isRestricted(policyOf(template, audience)) ||
    isGranted(secret, templateApi(template), now)
  );
};
