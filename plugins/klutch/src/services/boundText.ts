/** Where a service can be ordered, in one short sentence. */
import type { Service } from '../api/types';
import type { T } from '../hooks/useT';

/** For example "Bound on 2 of your 3 app clusters". */
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

/** The versions that run here, as one line; "" when the service has none. */
export function versionsText(service: Service): string {
  return service.versions
    .filter(version => version.available)
    .map(version => version.title)
    .join(', ');
}
