/** The RoleBindings of an app cluster: in which namespaces a person may have rights that others do not give. */
import {
  core,
  createCache,
  type Cache,
  type Impersonation,
  type KubeClient,
  type Logger,
  type RoleBinding,
} from '@klutch/kube';
import { bindingSubjects, personSubjects } from './rbacSubjects';
import { RightsChanges } from './RightsChanges';
import { optionalTimings } from './timings';

/** Options of {@link RoleBindings}, and of `Roles`. */
export interface RoleBindingsOptions {
  client: KubeClient;
  logger: Logger;
  /** Called with the namespaces in which rights have changed, once the authorizer follows; an empty one stands for all. */
  onChange: (namespaces: readonly string[]) => void;
}

/** Only what tells where a person may have rights; which rights, the API server says. */
const withoutAnnotations = (roleBinding: RoleBinding): RoleBinding => {
  const { apiVersion, kind, metadata, roleRef, subjects } = roleBinding;
  const { name, namespace, resourceVersion, uid } = metadata;
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, resourceVersion, uid },
    roleRef,
    subjects,
  };
};

/** A watch of the RoleBindings of all namespaces; of none where the portal may not watch them. */
export class RoleBindings {
  readonly #cache: Cache<RoleBinding>;
  readonly #changes: RightsChanges;

  constructor({ client, logger, onChange }: RoleBindingsOptions) {
    this.#changes = new RightsChanges(onChange);
    this.#cache = createCache({
      client,
      logger,
      resource: core.roleBindings,
      timings: optionalTimings,
      project: withoutAnnotations,
      indexes: { subject: bindingSubjects },
    });
  }

  /** Starts the watch, until the signal aborts. */
  start(signal: AbortSignal): void {
    this.#cache.subscribe(({ object }) =>
      this.#changes.add(object.metadata.namespace ?? ''),
    );
    signal.addEventListener('abort', () => this.#changes.stop(), {
      once: true,
    });
    this.#cache.start(signal);
  }

  /** Namespaces with a RoleBinding for the person; undefined while unknown, or when the portal may not watch them. */
  namespacesOf(person: Impersonation): Set<string> | undefined {
    if (!this.#isWatched) return undefined;
    return new Set(
      personSubjects(person).flatMap(subject =>
        this.#cache
          .byIndex('subject', subject)
          .map(({ metadata }) => metadata.namespace ?? ''),
      ),
    );
  }

  /** Differs from earlier values when the RoleBindings of a namespace have changed; undefined while these are unknown. */
  revision(namespace: string): number | undefined {
    return this.#isWatched ? this.#changes.revision(namespace) : undefined;
  }

  /** A watch that is being reconnected is seconds behind, while asking about all namespaces would load the cluster. */
  get #isWatched(): boolean {
    return this.#cache.synced && this.#cache.health.reason !== 'Forbidden';
  }
}
