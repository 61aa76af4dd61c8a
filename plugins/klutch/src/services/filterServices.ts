/** Filters the services of the Services page. */
import type { Service } from '../api/types';

/** Services of type instance that match the search words and, if chosen, the kind, and are bound on the app cluster. */
export function filterServices(
  services: Service[],
  filter: { search: string; cluster: string; kind: string },
): Service[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  return services.filter(service => {
    const text =
      `${service.title} ${service.description} ${service.kind} ${service.resource}`.toLowerCase();
    return (
      service.type === 'instance' &&
      (!filter.kind || service.kind === filter.kind) &&
      words.every(word => text.includes(word)) &&
      (!filter.cluster ||
        service.clusters.some(c => c.id === filter.cluster && c.bound))
    );
  });
}
