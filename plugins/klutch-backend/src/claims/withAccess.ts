/** Adds to the rows of a page what a person may do with each claim. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { AppClusters } from '../clusters/AppClusters';
import type { AccessReviews } from '../identity/AccessReviews';
import type { AccessRules } from '../identity/accessRules';
import type { Person } from '../identity/Caller';
import type { Inventory } from '../inventory/Inventory';
import { claimAccess } from './claimAccess';

type Claim = Schemas['Claim'];

export interface WithAccessOptions {
  appClusters: Pick<AppClusters, 'find'>;
  inventory: Pick<Inventory, 'service'>;
  reviews: Pick<AccessReviews, 'rulesOf'>;
}

type RulesByNamespace = Map<string, AccessRules | undefined>;

/** The rules of the namespaces that the rows are in, by the id of the app cluster. */
async function rulesOf(
  rows: readonly Claim[],
  person: Person,
  { appClusters, reviews }: WithAccessOptions,
): Promise<Map<string, RulesByNamespace>> {
  const namespaces = new Map<string, Set<string>>();
  for (const { cluster, namespace } of rows) {
    const known = namespaces.get(cluster) ?? new Set();
    namespaces.set(cluster, known.add(namespace));
  }
  return new Map(
    await Promise.all(
      [...namespaces].map(async ([id, names]) => {
        const cluster = appClusters.find(id)?.cluster;
        const rules: RulesByNamespace = cluster
          ? await reviews.rulesOf({ cluster, person }, names)
          : new Map();
        return [id, rules] as const;
      }),
    ),
  );
}

const namesObjects = ({ resourceRules }: AccessRules): boolean =>
  resourceRules.some(({ resourceNames }) => resourceNames?.length);

/** The rows with what the person may do; derived once for each API and namespace unless rules name objects. */
export async function withAccess(
  rows: readonly Claim[],
  person: Person,
  options: WithAccessOptions,
): Promise<Claim[]> {
  const rulesIn = await rulesOf(rows, person, options);
  const derived = new Map<string, Schemas['ClaimAccess']>();
  return rows.map(row => {
    const { cluster, namespace, resource, name, type, instanceResource } = row;
    const rules = rulesIn.get(cluster)?.get(namespace);
    const parts = [cluster, namespace, resource, instanceResource];
    if (rules && namesObjects(rules)) parts.push(name);
    const key = parts.join('/');
    // A backup is restored, and a service binding replaced, by an API of the instance's service.
    const service = type === 'instance' ? resource : instanceResource;
    const { relatedApis = {} } =
      (service && options.inventory.service(service)) || {};
    const may =
      derived.get(key) ??
      claimAccess(rules, { ref: row, info: { type, relatedApis } });
    derived.set(key, may);
    return { ...row, may };
  });
}
