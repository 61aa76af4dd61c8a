/** Display titles of the chosen values. */
import type { ServiceDetail } from '../api/types';
import type { Draft } from './draft';

/** Titles of the chosen app cluster, version and plan; "" when not chosen yet, or no longer to be had. */
export function titlesOf(service: ServiceDetail, draft: Draft) {
  const titleOf = (
    choices: { value: string; title: string }[],
    value: string,
  ) => choices.find(choice => choice.value === value)?.title ?? '';
  const version = titleOf(service.versions, draft.version);
  return {
    /** Service and version; the service's title is left out when the version's title contains it. */
    product: version.includes(service.title)
      ? version
      : `${service.title} ${version}`.trim(),
    cluster:
      service.clusters.find(cluster => cluster.id === draft.cluster)?.title ??
      draft.cluster,
    version,
    plan: titleOf(service.plans, draft.plan),
  };
}
