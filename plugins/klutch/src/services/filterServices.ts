/** Filters the services of the Services page. */
import type { Service } from '../api/types';

/**
 * Services of type instance that match the search words. If an app cluster is chosen, those bound there come first; the
 * others can be asked for.
 */
export function filterServices(
  services: Service[],
  filter: { search: string; cluster: string },
): Service[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const isBound = ({ clusters }: Service) =>
    clusters.some(({ id, bound }) => id === filter.cluster && bound);
  const found = services.filter(service => {
    const text =
      `${service.title} ${service.description} ${service.kind} ${service.resource}`.toLowerCase();
    return (
      service.type === 'instance' && words.every(word => text.includes(word))
    );
  });
  return [
    ...found.filter(isBound),
    ...found.filter(service => !isBound(service)),
  ];
}
