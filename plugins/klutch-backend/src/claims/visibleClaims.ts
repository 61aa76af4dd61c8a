/** The rows of claims that a person may list. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { AppClusters } from '../clusters/AppClusters';
import type { AccessReviews, AccessTarget } from '../identity/AccessReviews';
import type { Person } from '../identity/Caller';

type Claim = Schemas['Claim'];

/** Where claims are; those at one place are visible to the same people. */
type Place = Pick<Claim, 'cluster' | 'resource' | 'namespace'>;

/** A set of places; nested, because keys joined for each row take most of the time of a list. */
class Places {
  readonly #clusters = new Map<string, Map<string, Set<string>>>();

  add({ cluster, namespace, resource }: Place): void {
    let apis = this.#clusters.get(cluster);
    if (!apis) this.#clusters.set(cluster, (apis = new Map()));
    let namespaces = apis.get(resource);
    if (!namespaces) apis.set(resource, (namespaces = new Set()));
    namespaces.add(namespace);
  }

  has({ cluster, namespace, resource }: Place): boolean {
    return this.#clusters.get(cluster)?.get(resource)?.has(namespace) ?? false;
  }

  /** By the id of the app cluster. */
  targets(): [string, AccessTarget[]][] {
    return [...this.#clusters].map(([cluster, apis]) => [
      cluster,
      [...apis].flatMap(([resource, namespaces]) =>
        [...namespaces].map(namespace => ({ resource, namespace })),
      ),
    ]);
  }
}

/** The rows that a person may list. */
export interface VisibleClaims {
  rows: Claim[];
  /** False when some may be missing, because an app cluster did not say what the person may do. */
  complete: boolean;
}

/** The rows of namespaces where the person may list the claims of the API. */
export async function visibleClaims(
  rows: readonly Claim[],
  person: Person,
  options: { appClusters: AppClusters; reviews: AccessReviews },
): Promise<VisibleClaims> {
  const { appClusters, reviews } = options;
  const asked = new Places();
  for (const row of rows) asked.add(row);
  const visible = new Places();
  let complete = true;
  await Promise.all(
    asked.targets().map(async ([id, targets]) => {
      const cluster = appClusters.find(id)?.cluster;
      if (!cluster) return;
      const subject = { cluster, person };
      const review = await reviews.review(subject, 'list', targets);
      complete &&= review.complete;
      for (const target of review.allowed)
        visible.add({ cluster: id, ...target });
    }),
  );
  return { rows: rows.filter(row => visible.has(row)), complete };
}
