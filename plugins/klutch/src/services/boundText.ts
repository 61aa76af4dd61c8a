/** Short texts about a service. */
import type { Service } from '../api/types';
import type { T } from '../hooks/useT';

/** On how many app clusters the service is bound, for example "Bound on 2 of your 3 app clusters". */
export function boundText(clusters: Service['clusters'], t: T): string {
  const bound = clusters.filter(cluster => cluster.bound).length;
  if (clusters.length === 0) {
    return t('services.noClusters');
  }
  if (bound === 0) {
    return t('services.boundNowhere');
  }
  return t('services.boundOn', {
    count: clusters.length,
    bound: String(bound),
  });
}

/** The available versions as one line; "" when there are none. */
export function versionsText(service: Service): string {
  return service.versions
    .filter(version => version.available)
    .map(version => version.title)
    .join(', ');
}
