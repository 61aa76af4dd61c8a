/** Whether the konnector of an app cluster is there, for what is made or asked differently when it is. */
import type { BindingBackend } from '@klutch/binding-backend';
import { bindingInWords } from '../errors/kubeErrors';
import { attemptOf, type Act } from './AppClusterStore';
import { reports } from './konnectorHealth';
import type { Platform } from './Platform';

/** What tells. */
export interface KonnectorReportsOptions {
  binding: Pick<BindingBackend, 'tokensCountFrom'>;
  platform: Pick<Platform, 'seen'>;
}

/** By heartbeats alone that were written after the last time that all tokens were ended: a thief's say nothing. */
export async function konnectorReports(
  { binding, platform }: KonnectorReportsOptions,
  act: Pick<Act, 'doing' | 'id'>,
  clusterNamespace: string,
): Promise<boolean> {
  const since = await bindingInWords(attemptOf(act), () =>
    binding.tokensCountFrom(clusterNamespace),
  );
  const { clusterBinding } = platform.seen(clusterNamespace);
  return reports(clusterBinding, new Date(), since);
}
