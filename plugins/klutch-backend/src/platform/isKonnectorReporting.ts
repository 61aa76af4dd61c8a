/** Whether the konnector of an app cluster is running, by its heartbeats. */
import type { BindingBackend } from '@klutch/binding-backend';
import { isReporting } from '../clusters/konnectorHealth';
import { mapBindingErrors } from '../errors/kubeErrors';
import {
  appClusterErrorContext,
  type AppClusterOperation,
} from './AppClusterStore';
import type { Platform } from './Platform';

/** Dependencies of {@link isKonnectorReporting}. */
export interface KonnectorReportingOptions {
  binding: Pick<BindingBackend, 'tokensTrustedSince'>;
  platform: Pick<Platform, 'controlPlaneState'>;
}

/**
 * Counts only heartbeats written after the last revocation of all tokens, because earlier ones may come from a stolen
 * token.
 */
export async function isKonnectorReporting(
  { binding, platform }: KonnectorReportingOptions,
  operation: Pick<AppClusterOperation, 'action' | 'id'>,
  clusterNamespace: string,
): Promise<boolean> {
  const since = await mapBindingErrors(appClusterErrorContext(operation), () =>
    binding.tokensTrustedSince(clusterNamespace),
  );
  const { clusterBinding } = platform.controlPlaneState(clusterNamespace);
  return isReporting(clusterBinding, new Date(), since);
}
