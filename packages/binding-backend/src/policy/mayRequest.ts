/** Whether the app cluster of a cluster namespace may request the export of an API; pure. */
import type { APIServiceExportTemplate } from '@klutch/bind-api';
import type { Secret } from '@klutch/kube';
import { parseAppClusterIdentity } from '../identity/appClusterBindingIdentity';
import { isOfferedTo } from './offeredTo';
import { templateApi } from '../apiResource';
import { isGranted } from './grants';
import { isRestricted, policyOf, type Audience } from './mayBind';

/** The requesting app cluster. */
export interface Requester {
  /** Identity annotation of the cluster namespace. */
  identity: string;
  /** Kubeconfig secret of the cluster namespace. */
  secret?: Pick<Secret, 'metadata'>;
}

/**
 * For an AppClusterBinding the namespace of the AppClusterBinding decides, as at binding. Every other app cluster
 * needs, for an API with a restricted audience, the recorded consent of a permitted user.
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
