/** Tone for the health of an app cluster. */
import type { PlatformAppCluster } from '../api/types';
import type { Tone } from '../shared/tones';

/**
 * `error` when the app cluster is unreachable, `warning` for a binding that is not ready or a false condition,
 * `neutral` before the first heartbeat. Reachability counts only with a kubeconfig; otherwise the conditions report a
 * missing konnector.
 */
export function clusterTone(cluster: PlatformAppCluster): Tone {
  if (cluster.connection === 'kubeconfig' && !cluster.reachability.reachable) {
    return 'error';
  }
  const hasFailures =
    cluster.bindings.some(binding => !binding.ready) ||
    cluster.conditions.some(condition => condition.status === 'False');
  if (hasFailures) {
    return 'warning';
  }
  return cluster.lastHeartbeatAt ? 'ok' : 'neutral';
}
