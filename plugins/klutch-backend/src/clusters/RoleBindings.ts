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
import { portalTimings } from './timings';

/** Options of {@link RoleBindings}. */
export interface RoleBindingsOptions {
  client: KubeClient;
  logger: Logger;
  /** Called with the namespaces whose RoleBindings have changed, once the authorizer follows them. */
  onChange: (namespaces: readonly string[]) => void;
}

/** The authorizer of an API server reads RoleBindings from a watch of its own, which may be behind the portal's. */
const AUTHORIZER_DELAY_MS = 1_000;

/** The right to watch RoleBindings is optional, so a cluster without the right is seldom asked. */
const timings = {
  ...portalTimings,
  absentBackoff: { baseMs: 500, capMs: 5 * 60_000 },
};

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
  readonly #onChange: RoleBindingsOptions['onChange'];
  /** How often the RoleBindings of a namespace have changed. */
  readonly #revisions = new Map<string, number>();
  #changed = new Set<string>();
  #timer?: NodeJS.Timeout;

  constructor({ client, logger, onChange }: RoleBindingsOptions) {
    this.#onChange = onChange;
    this.#cache = createCache({
      client,
      logger,
      resource: core.roleBindings,
      timings,
      project: withoutAnnotations,
      indexes: { subject: bindingSubjects },
    });
  }

  /** Starts the watch, until the signal aborts. */
  start(signal: AbortSignal): void {
    this.#cache.subscribe(({ object }) => {
      this.#changed.add(object.metadata.namespace ?? '');
      this.#timer ??= setTimeout(
        () => this.#publish(),
        AUTHORIZER_DELAY_MS,
      ).unref();
    });
    signal.addEventListener('abort', () => clearTimeout(this.#timer), {
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
    return this.#isWatched ? (this.#revisions.get(namespace) ?? 0) : undefined;
  }

  /** A watch that is being reconnected is seconds behind, while asking about all namespaces would load the cluster. */
  get #isWatched(): boolean {
    return this.#cache.synced && this.#cache.health.reason !== 'Forbidden';
  }

  #publish(): void {
    const changed = [...this.#changed];
    this.#timer = undefined;
    this.#changed = new Set();
    for (const namespace of changed) {
      this.#revisions.set(namespace, (this.#revisions.get(namespace) ?? 0) + 1);
    }
    this.#onChange(changed);
  }
}
