/** How well an app cluster is. */
import type { PlatformAppCluster } from '../api/types';
import type { Tone } from '../shared/tones';

/**
 * Away is worse than a binding that is not in order; without a konnector there is nothing to judge yet. Of a cluster that
 * the portal has no kubeconfig of, only the konnector can be away, which the conditions tell.
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
