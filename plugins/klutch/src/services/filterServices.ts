/** Filters the services of the Services page. */
import type { Service } from '../api/types';

/** Services of type instance that match the search words and are bound on the app cluster, if one is chosen. */
export function filterServices(
  services: Service[],
  filter: { search: string; cluster: string },
): Service[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  return services.filter(service => {
    const text =
      `${service.title} ${service.description} ${service.kind} ${service.resource}`.toLowerCase();
    return (
      service.type === 'instance' &&
      words.every(word => text.includes(word)) &&
      (!filter.cluster ||
        service.clusters.some(c => c.id === filter.cluster && c.bound))
    );
  });
}
