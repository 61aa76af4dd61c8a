/** Whether the konnector of an app cluster is running, by its heartbeats. */
import type { BindingBackend } from '@klutch/binding-backend';
import { isReporting } from '../../clusters/konnectorHealth';
import { mapBindingErrors } from '../../errors/kubeErrors';
import {
  appClusterErrorContext,
  type AppClusterOperation,
} from './AppClusterStore';
import type { BoundApis } from '../../inventory/BoundApis';

export interface KonnectorReportingOptions {
  binding: Pick<BindingBackend, 'tokensTrustedSince'>;
  boundApis: Pick<BoundApis, 'controlPlaneState'>;
}

/**
 * Counts only heartbeats written after the last revocation of all tokens, because earlier ones may come from a stolen
 * token.
 */
export async function isKonnectorReporting(
  { binding, boundApis }: KonnectorReportingOptions,
  operation: Pick<AppClusterOperation, 'action' | 'id'>,
  clusterNamespace: string,
): Promise<boolean> {
  const since = await mapBindingErrors(appClusterErrorContext(operation), () =>
    binding.tokensTrustedSince(clusterNamespace),
  );
  const { clusterBinding } = boundApis.controlPlaneState(clusterNamespace);
  return isReporting(clusterBinding, new Date(), since);
}
