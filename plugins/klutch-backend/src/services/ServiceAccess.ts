/** Where a person may create instances of services. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { AppClusters } from '../clusters/AppClusters';
import type { AccessReviews, AccessSubject } from '../identity/AccessReviews';
import {
  allNamespaces,
  isAllowedByAny,
  type AccessRules,
} from '../identity/accessRules';
import type { Person } from '../identity/Caller';
import { orderableNamespaces } from './Namespaces';

/** Rights that are not known after this count as unknown, so that one slow cluster does not delay the others. */
const MAX_WAIT_MS = 2_000;

/** Namespaces that are reviewed at once; most people may create in one of the first. */
const BATCH_SIZE = 10;

type Service = Pick<Schemas['Service'], 'resource' | 'clusters'>;

/** Whether a person may create claims of an API in any namespace of an app cluster; undefined if unknown. */
type IsCreatable = (resource: string) => boolean | undefined;

const isUnknown: IsCreatable = () => undefined;

/** Derives from cached rules on which app clusters a person may create instances. */
export class ServiceAccess {
  constructor(
    private readonly appClusters: Pick<AppClusters, 'find'>,
    private readonly reviews: AccessReviews,
  ) {}

  /** For each service, the app clusters that bind it, and whether the person may create instances there, if known. */
  async list(
    person: Person,
    services: readonly Service[],
  ): Promise<Schemas['ServiceAccess'][]> {
    const boundBy = new Map<string, string[]>();
    for (const { resource, clusters } of services) {
      for (const { id, bound } of clusters) {
        if (bound) boundBy.set(id, [...(boundBy.get(id) ?? []), resource]);
      }
    }
    const creatableOn = new Map(
      await Promise.all(
        [...boundBy].map(
          async ([id, resources]) =>
            [id, await this.#creatableOn(id, person, resources)] as const,
        ),
      ),
    );
    return services.map(({ resource, clusters }) => ({
      resource,
      clusters: clusters
        .filter(({ bound }) => bound)
        .map(({ id }) => {
          const creatable = creatableOn.get(id)?.(resource);
          return { id, ...(creatable !== undefined && { creatable }) };
        }),
    }));
  }

  async #creatableOn(
    id: string,
    person: Person,
    resources: readonly string[],
  ): Promise<IsCreatable> {
    const cluster = this.appClusters.find(id)?.cluster;
    if (!cluster) return isUnknown;
    return Promise.race([
      this.#review({ cluster, person }, resources),
      delay(MAX_WAIT_MS, isUnknown, { ref: false }),
    ]);
  }

  /** Reads the rules for all namespaces, then those of namespaces that may add to these, until all is allowed. */
  async #review(
    subject: AccessSubject,
    resources: readonly string[],
  ): Promise<IsCreatable> {
    const { cluster, person } = subject;
    const rules: (AccessRules | undefined)[] = [
      await this.reviews.rulesIn(subject, allNamespaces),
    ];
    const isCreatable: IsCreatable = resource =>
      isAllowedByAny(rules, 'create', resource);
    const bound = cluster.roleBindings.namespacesOf(person.kubernetes);
    // Without the watch of RoleBindings each namespace would have to be asked about.
    if (!bound) rules.push(undefined);
    const namespaces = orderableNamespaces(cluster).filter(name =>
      bound?.has(name),
    );
    for (let start = 0; start < namespaces.length; start += BATCH_SIZE) {
      if (resources.every(isCreatable)) break;
      const batch = namespaces.slice(start, start + BATCH_SIZE);
      const more = await this.reviews.rulesOf(subject, batch);
      rules.push(...more.values());
    }
    return isCreatable;
  }
}
