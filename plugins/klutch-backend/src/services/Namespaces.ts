/** The namespaces of an app cluster in which a service can be ordered. */
import { type Schemas, explain } from '@klutch/backstage-plugin-klutch-common';
import { names } from '@klutch/bind-api';
import { NotFoundError } from '@backstage/errors';
import { explainedError } from '../errors/explainedError';
import type { AppCluster } from '../clusters/AppCluster';
import type { AppClusters } from '../clusters/AppClusters';
import type { AccessReviews } from '../identity/AccessReviews';
import type { Person } from '../identity/Caller';

/** Namespaces that are not offered for orders, even to users with the right to create claims there. */
const systemNamespaces = new RegExp(
  `^(kube-.*|${names.appClusterNamespace}|klutch-portal|crossplane-system)$`,
);

/** The namespaces of an app cluster that are offered for orders. */
export const orderableNamespaces = ({ caches }: AppCluster): string[] =>
  caches.namespaces
    .list()
    .filter(({ metadata }) => !metadata.deletionTimestamp)
    .map(({ metadata }) => metadata.name ?? '')
    .filter(name => !systemNamespaces.test(name));

/** Lists namespaces with the user's rights in each. */
export class Namespaces {
  constructor(
    private readonly appClusters: AppClusters,
    private readonly reviews: AccessReviews,
  ) {}

  /**
   * Writable namespaces first, then by name. Where the app cluster does not say what the person may do, a namespace counts
   * as writable: the dry run of the order decides.
   *
   * @throws NotFoundError for an unknown app cluster, or a service that is not bound there
   */
  async list(
    person: Person,
    clusterId: string,
    resource: string,
  ): Promise<Schemas['Namespace'][]> {
    const cluster = this.appClusters.get(clusterId);
    if (!cluster.boundApi(resource)) {
      throw explainedError(
        NotFoundError,
        explain('ServiceNotBound', {
          service: resource,
          cluster: cluster.title,
        }),
      );
    }
    const all = orderableNamespaces(cluster);
    const { refused } = await this.reviews.review(
      { cluster, person },
      'create',
      all.map(namespace => ({ resource, namespace })),
    );
    const forbidden = new Set(refused.map(({ namespace }) => namespace));
    return all
      .map(name =>
        forbidden.has(name)
          ? {
              name,
              writable: false,
              ...explain('Forbidden', {
                action: 'order there',
                cluster: cluster.title,
                user: person.kubernetes.user,
              }),
            }
          : { name, writable: true },
      )
      .sort(
        (a, b) =>
          Number(b.writable) - Number(a.writable) ||
          a.name.localeCompare(b.name),
      );
  }
}
