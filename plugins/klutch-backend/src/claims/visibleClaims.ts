/** The rows of claims that a person may list. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { AppClusters } from '../clusters/AppClusters';
import type { AccessReviews, AccessTarget } from '../identity/AccessReviews';
import type { Person } from '../identity/Caller';

type Claim = Schemas['Claim'];

/** Rows with the same key are visible to the same people. */
const targetKey = ({ resource, namespace }: AccessTarget) =>
  `${resource}/${namespace}`;

/** One target for each API and namespace, by the id of the app cluster. */
function targetsByCluster(
  rows: readonly Claim[],
): Map<string, Map<string, AccessTarget>> {
  const byCluster = new Map<string, Map<string, AccessTarget>>();
  for (const row of rows) {
    const targets = byCluster.get(row.cluster) ?? new Map();
    byCluster.set(row.cluster, targets.set(targetKey(row), row));
  }
  return byCluster;
}

/** The rows of namespaces where the person may list the claims of the API. */
export async function visibleClaims(
  rows: readonly Claim[],
  person: Person,
  options: { appClusters: AppClusters; reviews: AccessReviews },
): Promise<Claim[]> {
  const { appClusters, reviews } = options;
  const visible = new Map<string, Set<string>>();
  await Promise.all(
    [...targetsByCluster(rows)].map(async ([id, targets]) => {
      const cluster = appClusters.find(id)?.cluster;
      if (!cluster) return;
      const allowed = await reviews.allowed({ cluster, person }, 'list', [
        ...targets.values(),
      ]);
      visible.set(id, new Set(allowed.map(targetKey)));
    }),
  );
  return rows.filter(row => visible.get(row.cluster)?.has(targetKey(row)));
}
