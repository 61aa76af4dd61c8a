/** Changes the bindings of app clusters, impersonating the operator: the konnector follows their annotations. */
import { ConflictError, NotFoundError } from '@backstage/errors';
import {
  bindResources,
  konnectorApiRole,
  names,
  parseApiName,
  type APIServiceBinding,
} from '@klutch/bind-api';
import { portalApiRole } from '@klutch/binding-backend';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { core, type KubeClient, type ObjectKey } from '@klutch/kube';
import { PORTAL_FIELD_MANAGER } from '../../claimApis/claimResource';
import type { AppCluster } from '../../clusters/AppCluster';
import type { AppClusters } from '../../clusters/AppClusters';
import { explainedError } from '../../errors/explainedError';
import { mapKubeErrors } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';
import { konnectorNames } from '../../clusters/konnectorNames';
import { pausedDeletions } from './konnectorState';

export interface AppClusterBindingsOptions {
  appClusters: Pick<AppClusters, 'get'>;
}

/** How long a request waits for the konnector to release the objects of an API. */
const UNBINDING_TIMEOUT_MS = 20_000;

const keyOf = (name: string): ObjectKey => ({
  namespace: names.appClusterNamespace,
  name,
});

/** The rights on one API that came with its binding: the konnector's and the portal's own. */
export const apiRoleKeys = (name: string): ObjectKey[] => {
  const { group, resource } = parseApiName(name);
  return [
    konnectorApiRole({ group, resource }, []),
    portalApiRole({ group, plural: resource }),
  ].map(({ metadata }) => ({ name: metadata.name ?? '' }));
};

/** Resolves with whether the binding is gone, or when the time is over. */
async function whenGone(
  { caches }: AppCluster,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  const isGone = () =>
    caches.bindings.get(`${names.appClusterNamespace}/${name}`) === undefined;
  let unsubscribe = () => {};
  await new Promise<void>(resolve => {
    unsubscribe = caches.bindings.subscribe(() => isGone() && resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (isGone()) resolve();
  });
  unsubscribe();
  return isGone();
}

const nothingBound = ({ title }: AppCluster) =>
  explainedError(ConflictError, explain('NothingBound', { cluster: title }));

const notBound = ({ title }: AppCluster, resource: string) =>
  explainedError(
    NotFoundError,
    explain('ApiNotBound', { resource, cluster: title }),
  );

function requireBinding(
  cluster: AppCluster,
  resource: string,
): APIServiceBinding {
  const key = `${names.appClusterNamespace}/${resource}`;
  const binding = cluster.caches.bindings.get(key);
  if (binding) return binding;
  throw notBound(cluster, resource);
}

/** The UID makes sure that a binding of the same name that was created since is left alone. */
async function annotate(
  client: KubeClient,
  { metadata: { name = '', uid } }: APIServiceBinding,
  annotations: Record<string, string | null>,
): Promise<void> {
  await client.mergePatch(
    bindResources.bindings,
    keyOf(name),
    { metadata: { uid, annotations } },
    { fieldManager: PORTAL_FIELD_MANAGER },
  );
}

/** Suspends, resumes, approves and unbinds on app clusters whose kubeconfig the portal has. */
export class AppClusterBindings {
  readonly #options: AppClusterBindingsOptions;

  constructor(options: AppClusterBindingsOptions) {
    this.#options = options;
  }

  /**
   * Suspends or resumes all bindings of an app cluster.
   *
   * @throws ConflictError when nothing is bound, or the portal has no kubeconfig; NotAllowedError when the user may not
   * change the bindings
   */
  async setSuspended(
    person: Person,
    id: string,
    suspended: boolean,
  ): Promise<void> {
    const cluster = this.#options.appClusters.get(id);
    const bindings = cluster.caches.bindings.list();
    if (bindings.length === 0) throw nothingBound(cluster);
    const verb = suspended ? 'suspend' : 'resume';
    await this.#asPerson(person, cluster, verb, async client => {
      for (const binding of bindings) {
        await annotate(client, binding, {
          [konnectorNames.suspend]: suspended ? 'true' : null,
        });
      }
    });
  }

  /**
   * Approves a number of deletions that the konnector holds back.
   *
   * @throws NotFoundError when the API is not bound, ConflictError when no deletions wait, or not as many as were shown
   */
  async approveDeletions(
    person: Person,
    id: string,
    resource: string,
    { deletions, waiting: shown }: { deletions: number; waiting?: number },
  ): Promise<void> {
    const cluster = this.#options.appClusters.get(id);
    const binding = requireBinding(cluster, resource);
    const paused = pausedDeletions(binding);
    const params = { resource, cluster: cluster.title };
    if (!paused) {
      throw explainedError(ConflictError, explain('NoDeletionsWait', params));
    }
    if (shown !== undefined && paused.count !== shown) {
      const waiting = `${paused.count ?? '?'}`;
      throw explainedError(
        ConflictError,
        explain('DeletionsWaitOtherwise', { ...params, waiting }),
      );
    }
    const action = `approve deletions of ${resource}`;
    await this.#asPerson(person, cluster, action, client =>
      annotate(client, binding, {
        [konnectorNames.approveDeletions]: `${deletions}`,
      }),
    );
  }

  /**
   * Deletes a binding and, once the konnector has released the objects of the API, the rights on the API. Objects stay
   * on both clusters.
   *
   * @returns whether the konnector has finished; otherwise the call may be repeated
   * @throws NotFoundError when the API is not bound, ConflictError when `confirm` is not the title of the app cluster,
   * or the binding was created again meanwhile; NotAllowedError, before any change, when the user may not delete the
   * binding or the rights
   */
  async unbind(
    person: Person,
    id: string,
    resource: string,
    confirm: string,
  ): Promise<boolean> {
    const cluster = this.#options.appClusters.get(id);
    const { title } = cluster;
    if (confirm !== title) {
      throw explainedError(
        ConflictError,
        explain('UnbindingNotConfirmed', { resource, cluster: title }),
      );
    }
    const action = `unbind ${resource} from`;
    return this.#asPerson(person, cluster, action, async client => {
      const key = keyOf(resource);
      const deleteRoles = async (dryRun: boolean) => {
        for (const role of apiRoleKeys(resource)) {
          await client.delete(core.clusterRoles, role, { dryRun });
        }
      };
      const binding = await client.get(bindResources.bindings, key);
      if (binding) {
        await deleteRoles(true);
        const { uid = '' } = binding.metadata;
        await client.delete(bindResources.bindings, key, {
          preconditions: { uid },
        });
      } else {
        await this.#requireLeftovers(client, cluster, resource);
      }
      const timeout = AbortSignal.timeout(UNBINDING_TIMEOUT_MS);
      const isGone = await whenGone(cluster, resource, timeout);
      // Only now: the konnector needs its rights to release the objects.
      if (isGone) await deleteRoles(false);
      return isGone;
    });
  }

  /** A repeated call finds the rights that an interrupted one has left. */
  async #requireLeftovers(
    client: KubeClient,
    cluster: AppCluster,
    resource: string,
  ): Promise<void> {
    for (const role of apiRoleKeys(resource)) {
      if (await client.get(core.clusterRoles, role)) return;
    }
    throw notBound(cluster, resource);
  }

  #asPerson<T>(
    { kubernetes }: Person,
    { client, title }: AppCluster,
    action: string,
    call: (client: KubeClient) => Promise<T>,
  ): Promise<T> {
    return mapKubeErrors(
      {
        action: `${action} ${title}`,
        object: 'The binding',
        cluster: title,
        user: kubernetes.user,
      },
      () => call(client.as(kubernetes)),
    );
  }
}
