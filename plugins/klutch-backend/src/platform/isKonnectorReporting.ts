/** Whether the konnector of an app cluster is there, for what is made or asked differently when it is. */
import type { BindingBackend } from '@klutch/binding-backend';
import { mapBindingErrors } from '../errors/kubeErrors';
import {
  appClusterErrorContext,
  type AppClusterOperation,
} from './AppClusterStore';
import { isReporting } from './konnectorHealth';
import type { Platform } from './Platform';

/** What tells. */
export interface KonnectorReportingOptions {
  binding: Pick<BindingBackend, 'tokensTrustedSince'>;
  platform: Pick<Platform, 'controlPlaneState'>;
}

/** By heartbeats alone that were written after the last time that all tokens were ended: a thief's say nothing. */
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
